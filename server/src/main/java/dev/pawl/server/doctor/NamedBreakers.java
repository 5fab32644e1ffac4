package dev.pawl.server.doctor;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.sql.SqlStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The breakers of the tools that an operator names, as TOOL for every org, or as ORG:TOOL.
///
/// [Doctor] reports a breaker only when it is stuck. An operator may reset it before that.
public final class NamedBreakers {

  private static final int PAGE = 200;

  private final Audit audit;

  public NamedBreakers(SqlStore store, Engine engine) {
    this.audit = store.audit(engine);
  }

  /// The names that no breaker has.
  public List<String> unknown(List<String> tools) {
    List<String> keys = keys();
    return tools.stream().filter(tool -> keys.stream().noneMatch(key -> names(tool, key))).toList();
  }

  /// A finding for each breaker of these tools that is not closed according to its journal.
  public List<Finding> open(List<String> tools) {
    return keys().stream()
        .filter(key -> tools.stream().anyMatch(tool -> names(tool, key)))
        .flatMap(key -> audit.check(Kind.BREAKER, key).aggregate().stream())
        .map(Breaker.class::cast)
        .filter(breaker -> breaker.state() != BreakerState.CLOSED)
        .map(NamedBreakers::finding)
        .toList();
  }

  /// Adds the breakers of these tools that are not closed to a report that has the stuck ones.
  public HealthReport added(HealthReport report, List<String> tools) {
    List<Finding> findings = new ArrayList<>(report.findings());
    for (Finding open : open(tools)) {
      boolean isStuck =
          findings.stream()
              .anyMatch(
                  one -> one.code() == Finding.Code.BREAKER_STUCK && one.key().equals(open.key()));
      if (!isStuck) {
        findings.add(open);
      }
    }
    return new HealthReport(
        findings, report.advice(), report.checkedCount(), report.hasMore(), report.last());
  }

  private static Finding finding(Breaker breaker) {
    return new Finding(
        Finding.Code.BREAKER_OPEN,
        Machine.wireName(Kind.BREAKER),
        breaker.key(),
        "is %s since %s".formatted(Machine.wireName(breaker.state()), breaker.since()));
  }

  /// Whether an operator's name of a tool stands for the breaker of that key.
  static boolean names(String tool, String key) {
    return tool.equals(key) || tool.equals(Breaker.toolOf(key));
  }

  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    List<String> page;
    String after = "";
    do {
      page = audit.keys(Kind.BREAKER, after, PAGE);
      keys.addAll(page);
      after = page.isEmpty() ? after : Objects.requireNonNull(page.getLast());
    } while (page.size() == PAGE);
    return keys;
  }
}

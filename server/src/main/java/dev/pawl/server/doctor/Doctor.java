package dev.pawl.server.doctor;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.audit.Audit;
import dev.pawl.server.store.audit.AuditResult;
import dev.pawl.server.store.audit.RowDifference;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks a live store against the invariants that can be seen in it, and that every journal
/// replays to what is stored. It only reads, an aggregate at a time: whoever serves the store is
/// not disturbed. See [StoreRepair] for what it can repair.
public final class Doctor {

  private static final int PAGE = 200;

  /// More would only say the same.
  private static final int MOST_OF_ONE = 10;

  private static final int MOST = 1_000;

  /// Runs that have ended longer ago are looked at only if all are.
  public static final Duration RECENT = Duration.ofDays(1);

  /// A forge may refuse for a day before it is given up.
  private static final Duration UNDELIVERED = Duration.ofHours(25);

  private final SqlStore store;
  private final Engine engine;
  private final Audit audit;
  private final RetryLimitCheck retryLaws;
  private final List<Finding> findings = new ArrayList<>();
  private final FailedJobs failures = new FailedJobs();
  private final Set<String> wrong = new LinkedHashSet<>();
  private long examined;

  /// @param engine decides by the deadlines by which the store is served
  public Doctor(SqlStore store, Engine engine) {
    this.store = store;
    this.engine = engine;
    this.audit = store.audit(engine);
    this.retryLaws = new RetryLimitCheck(store.queries());
  }

  /// Looks at what is open and what ended lately; at everything, if `isAll`.
  public HealthReport check(boolean isAll) {
    return check(isAll, store.now());
  }

  /// The same, as if it were that time.
  public HealthReport check(boolean isAll, Instant now) {
    findings.clear();
    failures.clear();
    wrong.clear();
    examined = 0;
    runs(isAll ? Instant.EPOCH : now.minus(RECENT), now);
    for (Kind kind : List.of(Kind.GROUP, Kind.BREAKER, Kind.AGENT)) {
      around(kind, now);
    }
    leftBehind();
    strays();
    effects(now);
    if (isAll) {
      audit
          .orphanJournals(PAGE)
          .forEach(
              run -> add(Finding.Code.JOURNAL_BROKEN, Kind.RUN, run, "has a journal, and no row"));
    }
    boolean hasMore = findings.size() > MOST;
    return new HealthReport(
        hasMore ? findings.subList(0, MOST) : findings, failures.advice(), examined, hasMore);
  }

  private boolean isFull() {
    return findings.size() > MOST;
  }

  private void runs(Instant endedSince, Instant now) {
    var overdue = new DeadlineCheck(engine.deadlines(), now);
    String after = "";
    List<String> page;
    do {
      page = audit.runs(endedSince, after, PAGE);
      for (String id : page) {
        Optional<Aggregate> run = examine(Kind.RUN, id, found -> run(found, overdue));
        run.ifPresent(one -> failures.add((Run) one));
        after = id;
      }
    } while (page.size() == PAGE && !isFull());
  }

  private void run(AuditResult found, DeadlineCheck overdue) {
    var run = (Run) found.aggregate().orElseThrow();
    for (String law : RunStateCheck.violations(run)) {
      add(Finding.Code.INVARIANT_VIOLATED, Kind.RUN, run.key(), law);
    }
    for (String law : retryLaws.violations(run)) {
      add(Finding.Code.INVARIANT_VIOLATED, Kind.RUN, run.key(), law);
    }
    findings.addAll(overdue.findings(run, found));
  }

  private void around(Kind kind, Instant now) {
    String after = "";
    List<String> page;
    do {
      page = audit.keys(kind, after, PAGE);
      for (String key : page) {
        examine(
            kind,
            key,
            found -> {
              switch (found.aggregate().orElseThrow()) {
                case Breaker breaker -> breaker(breaker, now);
                case Group group ->
                    GroupStateCheck.violation(group)
                        .ifPresent(
                            law -> add(Finding.Code.INVARIANT_VIOLATED, kind, group.key(), law));
                case Aggregate _ -> {}
              }
            });
        after = key;
      }
    } while (page.size() == PAGE && !isFull());
  }

  /// What is to be done with an aggregate whose rows are right.
  private interface StateCheck {
    void check(AuditResult examined);
  }

  /// Gives it as its journal tells it, if that can be believed.
  private Optional<Aggregate> examine(Kind kind, String key, StateCheck closer) {
    examined++;
    AuditResult found = audit.check(kind, key);
    found.journalProblem().ifPresent(what -> add(Finding.Code.JOURNAL_BROKEN, kind, key, what));
    List<RowDifference> differences = found.differences();
    differences.stream()
        .limit(MOST_OF_ONE)
        .forEach(one -> add(Finding.Code.ROWS_DIFFER, kind, key, one.toString()));
    if (!differences.isEmpty()) {
      wrong.add(key);
    }
    if (found.aggregate().isEmpty() && found.journalProblem().isEmpty()) {
      add(Finding.Code.UNKNOWN, kind, key, "is referred to, and not there");
    }
    if (found.aggregate().isPresent() && differences.isEmpty()) {
      closer.check(found);
    }
    return found.aggregate();
  }

  /// Open, though nobody has asked for long since it cooled; or half open, and whoever probes has
  /// lost the lease that would tell how it went.
  private void breaker(Breaker breaker, Instant now) {
    boolean isForgotten =
        breaker.state() != BreakerState.CLOSED
            && breaker.cooldownEnd().plus(DeadlineCheck.SILENCE).isBefore(now);
    if (isForgotten || isProbedByNobody(breaker)) {
      add(
          Finding.Code.BREAKER_STUCK,
          Kind.BREAKER,
          breaker.key(),
          "is %s since %s, and nobody probes the tool"
              .formatted(Machine.wireName(breaker.state()), breaker.since()));
    }
  }

  private boolean isProbedByNobody(Breaker breaker) {
    if (breaker.state() != BreakerState.HALF_OPEN || breaker.probe().isEmpty()) {
      return false;
    }
    BreakerProbe probe = breaker.probe().get();
    AuditResult found = audit.check(Kind.RUN, probe.run().value());
    // Of a run whose journal is broken nothing is known.
    return found.journalProblem().isEmpty()
        && found.aggregate().flatMap(run -> ((Run) run).attemptUnder(probe.lease())).isEmpty();
  }

  private void leftBehind() {
    for (Audit.LeftoverMember member : audit.leftoverMembers(PAGE)) {
      if (!wrong.contains(member.group()) && !wrong.contains(member.run().value())) {
        add(
            Finding.Code.LEFTOVER_MEMBER,
            Kind.GROUP,
            member.group(),
            "run %s is over, and still a member".formatted(member.run()));
      }
    }
  }

  private void strays() {
    for (Audit.OrphanRow stray : audit.orphanRows(PAGE)) {
      String what = "has a row in %s, and is not there".formatted(stray.table());
      add(Finding.Code.ORPHAN_ROW, Kind.RUN, stray.run(), what);
    }
  }

  private void effects(Instant now) {
    for (Audit.UndeliveredEffect effect : audit.orphanEffects(PAGE)) {
      findings.add(
          new Finding(
              Finding.Code.ORPHAN_EFFECT,
              effect.aggregate(),
              effect.key(),
              "effect %d, %s, is of nobody that there is".formatted(effect.id(), effect.kind())));
    }
    for (Audit.UndeliveredEffect effect : audit.undeliveredEffects(now.minus(UNDELIVERED), PAGE)) {
      findings.add(
          new Finding(
              Finding.Code.EFFECT_UNDELIVERED,
              effect.aggregate(),
              effect.key(),
              "effect %d, %s, is to be delivered since %s; does an orchestrator serve the store?"
                  .formatted(effect.id(), effect.kind(), effect.at())));
    }
  }

  private void add(Finding.Code code, Kind kind, String key, String what) {
    findings.add(new Finding(code, Machine.wireName(kind), key, what));
  }
}

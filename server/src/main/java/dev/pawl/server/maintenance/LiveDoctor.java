package dev.pawl.server.maintenance;

import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.doctor.HealthCheck;
import dev.pawl.server.doctor.HealthReport;
import dev.pawl.server.doctor.NamedBreakers;
import dev.pawl.server.doctor.RepairAction;
import dev.pawl.server.doctor.StoreRepair;
import dev.pawl.server.doctor.StoreRepair.RepairOptions;
import dev.pawl.server.doctor.StoreRepair.RepairResult;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The doctor of a live server. It checks the whole store, a part of it in each request.
public final class LiveDoctor {

  private final SqlStore store;
  private final Orchestrator orchestrator;
  private final Engine engine;
  private final IdGenerator ids;
  private final Duration time;

  /// @param engine with the deadlines of the server
  public LiveDoctor(SqlStore store, Orchestrator orchestrator, Engine engine, IdGenerator ids) {
    this(store, orchestrator, engine, ids, TimeBudget.REQUEST);
  }

  /// @param time after which a check stops
  LiveDoctor(
      SqlStore store, Orchestrator orchestrator, Engine engine, IdGenerator ids, Duration time) {
    this.store = store;
    this.orchestrator = orchestrator;
    this.engine = engine;
    this.ids = ids;
    this.time = time;
  }

  /// Checks open runs and those that ended recently; all runs, if `isAll`.
  ///
  /// @param after the last run of the check before; empty to begin
  public HealthReport check(boolean isAll, String after) {
    return new Doctor(store, engine).check(isAll, store.now(), after, TimeBudget.of(time)::isOver);
  }

  /// The health check of a tool, which a reset without force would have to run.
  public Optional<String> healthCheck(String breaker) {
    return orchestrator.effective(store.breaker(breaker)).profile().healthCheck();
  }

  /// Whether a step has used the tool of that breaker.
  public boolean isKnown(String breaker) {
    return new NamedBreakers(store, engine).unknown(List.of(breaker)).isEmpty();
  }

  /// A check, and what was done about its findings.
  public record Treatment(HealthReport report, List<RepairResult> results) {
    public Treatment {
      results = List.copyOf(results);
    }
  }

  /// Checks, and repairs what can be repaired. Rows are rebuilt first, because the other repairs
  /// read them.
  ///
  /// @param resets the keys of breakers that are reset without a health check
  public Treatment repair(boolean isAll, String after, List<String> resets, Actor by) {
    HealthReport report = new NamedBreakers(store, engine).added(check(isAll, after), resets);
    var repair =
        new StoreRepair(
            store,
            engine,
            by,
            ids::next,
            new RepairOptions(Instant.MAX, HealthCheck.IN_SERVER, resets, orchestrator.tools()),
            new LiveDecisions(orchestrator));
    List<RepairResult> results =
        report.findings().stream()
            .sorted(Comparator.comparing(finding -> finding.repair() != RepairAction.REBUILD))
            .map(repair::repair)
            .toList();
    orchestrator.wake();
    return new Treatment(report, results);
  }
}

package dev.pawl.simulation.world;

import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.LeaseIds;
import dev.pawl.simulation.judge.Law;
import dev.pawl.simulation.judge.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Dispatches that no effect keeps: where nothing goes wrong any more, whoever has committed one
/// sends it, unless the connection is lost. No other law would tell: nobody acknowledges the lease,
/// and the attempt goes back into the queue, until it is given up.
final class OwedDispatches {

  /// @param isPeace whether nothing has gone wrong since it was committed
  private record Owed(Connection connection, boolean isPeace) {}

  private final Verdict verdict;
  private final Faults faults;
  private final LeaseIds leaseIds;
  private final Map<String, Owed> owed = new LinkedHashMap<>();

  OwedDispatches(Verdict verdict, Faults faults, LeaseIds leaseIds) {
    this.verdict = verdict;
    this.faults = faults;
    this.leaseIds = leaseIds;
  }

  void committed(Commit commit, Optional<SimulatedOrchestrator> by) {
    for (Change change : commit.changes()) {
      var run = new RunId(change.revisions().getFirst().after().key());
      change.transitions().forEach(line -> moved(run, line));
      for (Effect effect : change.effects()) {
        if (effect instanceof Effect.Dispatch(var lease, var agent) && !commit.keeps(effect)) {
          by.flatMap(it -> it.connectionOf(agent))
              .ifPresent(
                  link -> owed.put(leaseIds.of(run, lease), new Owed(link, faults.areOver())));
        }
      }
    }
  }

  /// Of a lease whose agent has not heard of it, the infrastructure is to blame only if it was not
  /// acknowledged in time.
  private void moved(RunId run, Transition line) {
    if (line.cause() instanceof Event.LeaseMoved(var lease, _, var reason)) {
      @Nullable Owed unsent = owed.remove(leaseIds.of(run, lease));
      if (unsent != null
          && reason.code() == ReasonCode.INFRA
          && unsent.isPeace()
          && unsent.connection().isOpen()) {
        verdict.broken(
            Law.EFFECT_WITH_CAUSE,
            "the dispatch of %s of run %s was never sent".formatted(lease, run));
      }
    }
  }

  boolean has(String leaseId) {
    return owed.containsKey(leaseId);
  }

  void sent(String leaseId) {
    owed.remove(leaseId);
  }
}

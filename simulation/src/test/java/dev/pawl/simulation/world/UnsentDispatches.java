package dev.pawl.simulation.world;

import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Dispatches that no effect keeps: where nothing goes wrong any more, whoever has committed one
/// sends it, unless the connection is lost. No other law would tell: nobody acknowledges the lease,
/// and the attempt goes back into the queue, until it is given up.
final class UnsentDispatches {

  /// @param isPeace whether nothing has gone wrong since it was committed
  private record UnsentDispatch(SimulatedConnection connection, boolean isPeace) {}

  private final ViolationRecorder verdict;
  private final FaultInjector faults;
  private final LeaseIds leaseIds;
  private final Map<String, UnsentDispatch> owed = new LinkedHashMap<>();

  UnsentDispatches(ViolationRecorder verdict, FaultInjector faults, LeaseIds leaseIds) {
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
              .ifPresent(link ->
                  owed.put(leaseIds.of(run, lease), new UnsentDispatch(link, faults.areOver())));
        }
      }
    }
  }

  /// Of a lease whose agent has not heard of it, the infrastructure is to blame only if it was not
  /// acknowledged in time.
  private void moved(RunId run, Transition line) {
    if (line.cause() instanceof DomainEvent.LeaseMoved(var lease, _, var reason)) {
      @Nullable UnsentDispatch unsent = owed.remove(leaseIds.of(run, lease));
      if (unsent != null
          && reason.code() == ReasonCode.INFRA
          && unsent.isPeace()
          && unsent.connection().isOpen()) {
        verdict.violated(
            Invariant.EFFECT_WITH_CAUSE,
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

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

/// Dispatches that were committed without a stored effect and not sent yet. After the faults have
/// ended, the orchestrator that committed one sends it, unless the connection is lost.
///
/// No other invariant would notice: the lease is not acknowledged, and the attempt is queued again
/// until it is given up.
final class UnsentDispatches {

  /// @param isPeace whether the faults had ended when it was committed
  private record UnsentDispatch(SimulatedConnection connection, boolean isPeace) {}

  private final ViolationRecorder violations;
  private final FaultInjector faults;
  private final LeaseIds leaseIds;
  private final Map<String, UnsentDispatch> unsent = new LinkedHashMap<>();

  UnsentDispatches(ViolationRecorder violations, FaultInjector faults, LeaseIds leaseIds) {
    this.violations = violations;
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
                  unsent.put(leaseIds.of(run, lease), new UnsentDispatch(link, faults.areOver())));
        }
      }
    }
  }

  /// A lease that its agent never received ends with an infrastructure error only if it was not
  /// acknowledged in time.
  private void moved(RunId run, Transition line) {
    if (!unsent.isEmpty()
        && line.cause() instanceof DomainEvent.LeaseMoved(var lease, _, var reason)) {
      @Nullable UnsentDispatch dispatch = unsent.remove(leaseIds.of(run, lease));
      if (dispatch != null
          && reason.code() == ReasonCode.INFRA
          && dispatch.isPeace()
          && dispatch.connection().isOpen()) {
        violations.violated(
            Invariant.EFFECT_WITH_CAUSE,
            "the dispatch of %s of run %s was never sent".formatted(lease, run));
      }
    }
  }

  boolean has(String leaseId) {
    return unsent.containsKey(leaseId);
  }

  void sent(String leaseId) {
    unsent.remove(leaseId);
  }
}

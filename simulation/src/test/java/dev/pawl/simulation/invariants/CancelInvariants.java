package dev.pawl.simulation.invariants;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.RunId;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.HashSet;
import java.util.Set;

/// Checks that after a cancel nothing is leased but the workflow's hooks; after a forced cancel,
/// not even those.
final class CancelInvariants implements InvariantCheck {

  private final ViolationRecorder violations;
  private final Set<RunId> cancelled = new HashSet<>();
  private final Set<RunId> forced = new HashSet<>();

  CancelInvariants(ViolationRecorder violations) {
    this.violations = violations;
  }

  @Override
  public void line(ObservedTransition line) {
    RunId run = line.after().id();
    switch (line.cause()) {
      case DomainEvent.RunCancelled(_, var isForced, _) -> {
        cancelled.add(run);
        if (isForced) {
          forced.add(run);
        }
      }
      case DomainEvent.AttemptLeased(var lease, _, _)
          when cancelled.contains(run)
              && !line.before().job(lease.attempt().job()).planned().isHooks() ->
          violations.violated(Invariant.NO_LEASE_AFTER_CANCEL, line.toString());
      case DomainEvent.HooksAdded _ when forced.contains(run) ->
          violations.violated(Invariant.NO_HOOK_AFTER_FORCE, line.toString());
      default -> {}
    }
  }
}

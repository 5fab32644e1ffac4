package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.UNKNOWN;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;

/// Grant, acknowledgement and rejection of a lease.
final class Leasing {

  /// How many leases an attempt may have that end before START.
  private static final int MOST_LEASES = 6;

  static Decision grant(Draft draft, AttemptRef ref, String agent) {
    Attempt attempt = draft.run().current(ref).orElse(null);
    if (attempt == null) {
      return Engine.refuse(UNKNOWN, "there is no such attempt");
    }
    if (attempt.state() != AttemptState.QUEUED) {
      return Engine.wrongState("lease", attempt);
    }
    var lease = new LeaseRef(ref, attempt.leases() + 1);
    draft.take(new AttemptLeased(lease, agent, Reason.PROGRESS));
    if (draft.run().state() == RunState.QUEUED) {
      draft.take(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    draft.tell(new Effect.Dispatch(lease, agent));
    return draft.accepted();
  }

  static Decision acknowledge(Draft draft, LeaseRef lease) {
    draft.take(new LeaseMoved(lease, LeaseEvent.ACK, Reason.PROGRESS));
    draft.take(new AttemptMoved(lease.attempt(), AttemptEvent.ACK, Reason.PROGRESS));
    return draft.accepted();
  }

  static Decision reject(Draft draft, LeaseRef lease, String why) {
    returnToQueue(draft, lease, LeaseEvent.REVOKE, Reason.of(ReasonCode.INFRA, why));
    return draft.accepted();
  }

  /// The lease ended before START: somebody else may try, but not for ever.
  static void returnToQueue(Draft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    draft.take(new LeaseMoved(lease, end, reason));
    if (lease.number() < MOST_LEASES) {
      draft.take(new AttemptMoved(lease.attempt(), AttemptEvent.REQUEUE, reason));
      return;
    }
    var givenUp =
        Reason.of(
            ReasonCode.INFRA,
            "gave up after %s leases that ended before the start; the last one: %s"
                .formatted(lease.number(), reason.message()));
    Settling.end(draft, lease.attempt(), AttemptEvent.FAIL, givenUp);
  }

  private Leasing() {}
}

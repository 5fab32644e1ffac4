package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.STALE_LEASE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Command.CompleteAttempt;
import dev.pawl.core.engine.Command.FromAgent;
import dev.pawl.core.engine.Command.LoseAttempt;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import java.util.Optional;

/// An agent that cannot be reached keeps its lease, and with it the chance to come back.
final class Recovering {

  static Decision loseContact(Draft draft, LeaseRef lease) {
    Optional<Attempt.WithAgent> held = draft.run().held(lease);
    if (held.isEmpty()) {
      return Engine.refuse(STALE_LEASE, "the lease is over");
    }
    if (held.get().state() != AttemptState.RUNNING) {
      return new Decision.Late("a lost socket alone changes nothing but running");
    }
    away(draft, lease);
    return draft.accepted();
  }

  static void away(Draft draft, LeaseRef lease) {
    var reason = Reason.of(ReasonCode.AGENT_RECONNECT, "its agent cannot be reached");
    draft.take(new AttemptMoved(lease.attempt(), AttemptEvent.RECOVER, reason));
  }

  static void back(Draft draft, LeaseRef lease) {
    draft.take(new AttemptMoved(lease.attempt(), AttemptEvent.START, Reason.PROGRESS));
  }

  /// Whether the agent's word is that it is over, by itself: it need not come back for that.
  static boolean isTheEnd(FromAgent message) {
    return switch (message) {
      case LoseAttempt _ -> true;
      case CompleteAttempt complete -> complete.outcome() == Command.Outcome.FAILED;
      case FromAgent _ -> false;
    };
  }

  private Recovering() {}
}

package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.STALE_LEASE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.LoseAttempt;
import dev.pawl.core.command.EngineCommand.UnderLease;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import java.util.Optional;

/// Decides about agents that cannot be reached: they keep their leases and may reconnect until
/// those expire.
final class AgentRecovery {

  static Decision loseContact(DecisionDraft draft, LeaseRef lease) {
    Optional<Attempt.WithAgent> held = draft.run().attemptUnder(lease);
    if (held.isEmpty()) {
      return Engine.refuse(STALE_LEASE, "the lease is over");
    }
    if (held.get().state() != AttemptState.RUNNING) {
      return new Decision.Late("the attempt is not running, so a lost connection changes nothing");
    }
    contactLost(draft, lease);
    return draft.accepted();
  }

  static void contactLost(DecisionDraft draft, LeaseRef lease) {
    var reason = Reason.of(ReasonCode.AGENT_RECONNECT, "its agent cannot be reached");
    draft.apply(new AttemptMoved(lease.attempt(), AttemptEvent.RECOVER, reason));
  }

  static void contactRestored(DecisionDraft draft, LeaseRef lease) {
    draft.apply(new AttemptMoved(lease.attempt(), AttemptEvent.START, Reason.PROGRESS));
  }

  /// Whether the message itself ends the attempt, so that it need not be running again first.
  static boolean endsAttempt(UnderLease message) {
    return switch (message) {
      case LoseAttempt _ -> true;
      case CompleteAttempt complete -> complete.outcome() == EngineCommand.Outcome.FAILED;
      case UnderLease _ -> false;
    };
  }

  private AgentRecovery() {}
}

package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.STALE_LEASE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.event.DomainEvent.AgentBackoffSet;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;

/// Ends a lease without a result: what happens depends on the state of the attempt. This is the
/// table of the design, in one place.
final class LeaseTermination {

  // spotless:off
  private static void endWithoutResult(DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    switch (held.state()) {
      case LEASED, STARTING -> LeaseDecisions.returnToQueue(draft, lease, end, reason);
      case RUNNING          -> lose(draft, lease, end, reason);
      case RECOVERING       -> end(draft, lease, end, AttemptEvent.LOSE, reason);
      case UPLOADING        -> end(draft, lease, end, AttemptEvent.FAIL, reason);
      case CANCELLING       -> cutCancelShort(draft, lease, end, reason);
      case PENDING, HELD, WAITING, QUEUED -> {}                              // no lease
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}        // no lease
    }
  }
  // spotless:on

  private static void cutCancelShort(
      DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    LeaseDecisions.close(draft, lease, end, reason);
    AttemptCompletion.end(
        draft, lease.attempt(), AttemptEvent.CANCEL_FORCE, cancelReason(held, reason));
  }

  /// The reason of a cancel stays, also if the agent is lost during the cancel.
  private static Reason cancelReason(Attempt.WithAgent held, Reason reason) {
    Reason cause = held.reason();
    return reason.code() == ReasonCode.LOST
        ? Reason.of(cause.code(), cause.message() + "; " + reason.message())
        : reason;
  }

  /// Expires a lease that was not renewed for its TTL and the margin.
  static void expire(DecisionDraft draft, LeaseRef lease, Reason reason) {
    fence(draft, lease, LeaseState.EXPIRED);
    endWithoutResult(draft, lease, LeaseEvent.EXPIRE, reason);
  }

  /// Revokes a lease because its agent is no longer trusted.
  static Decision revoke(DecisionDraft draft, LeaseRef lease, String why) {
    if (draft.run().attemptUnder(lease).isEmpty()) {
      return Engine.refuse(STALE_LEASE, "the lease is over");
    }
    fence(draft, lease, LeaseState.REVOKED);
    endWithoutResult(draft, lease, LeaseEvent.REVOKE, Reason.of(ReasonCode.LOST, why));
    return draft.accepted();
  }

  /// The agent reported that it has lost the attempt.
  static Decision reportLoss(DecisionDraft draft, LeaseRef lease, String why) {
    endWithoutResult(draft, lease, LeaseEvent.REVOKE, Reason.of(ReasonCode.LOST, why));
    return draft.accepted();
  }

  /// A deadline of the attempt's state has passed: its agent is fenced, without waiting for its
  /// reply.
  static void endOverdue(DecisionDraft draft, LeaseRef lease, AttemptEvent event, Reason reason) {
    fence(draft, lease, LeaseState.REVOKED);
    end(draft, lease, LeaseEvent.REVOKE, event, reason);
  }

  /// The agent did not acknowledge the lease in time.
  static void endUnacknowledged(DecisionDraft draft, LeaseRef lease) {
    fence(draft, lease, LeaseState.REVOKED);
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    // The agent backs off, or it would use up all requeues of the attempt.
    draft.apply(
        held.lease().agent(),
        new AgentBackoffSet(draft.now().plus(LeaseDecisions.REJECTION_BACKOFF)));
    var reason = Reason.of(ReasonCode.INFRA, "the agent did not confirm the job in time");
    LeaseDecisions.returnToQueue(draft, lease, LeaseEvent.REVOKE, reason);
  }

  private static void lose(DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    LeaseDecisions.close(draft, lease, end, reason);
    draft.applyAs(Actor.CLOCK, new AttemptMoved(lease.attempt(), AttemptEvent.RECOVER, reason));
    AttemptCompletion.end(draft, lease.attempt(), AttemptEvent.LOSE, reason);
  }

  static void end(
      DecisionDraft draft, LeaseRef lease, LeaseEvent end, AttemptEvent event, Reason reason) {
    LeaseDecisions.close(draft, lease, end, reason);
    AttemptCompletion.end(draft, lease.attempt(), event, reason);
  }

  private static void fence(DecisionDraft draft, LeaseRef lease, LeaseState over) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    draft.addEffect(new Effect.Fence(lease, held.lease().agent(), over));
  }

  private LeaseTermination() {}
}

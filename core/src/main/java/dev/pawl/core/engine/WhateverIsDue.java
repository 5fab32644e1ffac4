package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import java.time.Instant;
import java.util.Optional;

/// What time does to a run: every deadline that has passed, made to happen. There is no other
/// timer.
final class WhateverIsDue {

  private final Deadlines deadlines;
  private final Draft draft;

  WhateverIsDue(Deadlines deadlines, Draft draft) {
    this.deadlines = deadlines;
    this.draft = draft;
  }

  Decision tick(Instant servedSince) {
    if (draft.run().isOver()) {
      return new Decision.Late("the run had ended");
    }
    if (isPast(deadlines.planningEnds(draft.run()))) {
      Planning.abandon(draft, Reason.of(ReasonCode.TIMEOUT, "there was no plan in time"));
    }
    // Until then an agent may not have been heard, and is not blamed for it.
    boolean agentsWereHeard = !draft.now().isBefore(servedSince.plus(Deadlines.SERVED));
    for (Job job : draft.run().jobs()) {
      // Read again: what was due for one job may have ended this one.
      Attempt attempt = draft.attempt(job.index());
      if (attempt instanceof Attempt.WithAgent && !agentsWereHeard) {
        continue;
      }
      if (isPast(deadlines.leaseEnds(attempt))) {
        leaseEnds(job, LeaseEvent.EXPIRE, Reason.of(ReasonCode.LOST, "the agent's lease expired"));
      } else if (isPast(deadlines.stateEnds(draft.run().plan().job(job.index()), attempt))) {
        stateEnds(job);
      }
    }
    return draft.isEmpty() ? new Decision.Late("nothing is due") : draft.accepted();
  }

  /// The owner is gone for good. What it owed is due at once: leases expire, and nobody will ever
  /// take what is queued.
  Decision interrupt(String why) {
    if (draft.run().isOver()) {
      return new Decision.Late("the run had ended");
    }
    Reason reason = Reason.of(ReasonCode.INTERRUPTED, why);
    switch (draft.run().state()) {
      case CREATED, PLANNING -> Planning.abandon(draft, reason);
      case HELD, WAITING, QUEUED, RUNNING, RECOVERING, CANCELLING -> interruptJobs(reason);
      case PLAN_FAILED, SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> {}
    }
    return draft.accepted();
  }

  /// Nobody is there for another try, so what was not running fails where it stands.
  private void interruptJobs(Reason reason) {
    for (Job job : draft.run().jobs()) {
      Attempt attempt = draft.attempt(job.index());
      switch (attempt.state()) {
        case QUEUED -> Settling.end(draft, job.ref(), AttemptEvent.FAIL, reason);
        case LEASED, STARTING -> {
          LeaseRef lease = leaseOf(job, (Attempt.WithAgent) attempt);
          endWith(job, lease, LeaseEvent.EXPIRE, AttemptEvent.FAIL, reason);
        }
        case RUNNING, UPLOADING, RECOVERING, CANCELLING ->
            leaseEnds(job, LeaseEvent.EXPIRE, reason);
        case PENDING, HELD, WAITING -> {} // skipped with what it needs
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
      }
    }
  }

  /// A lease that ends without a result, by the state it finds the attempt in.
  private void leaseEnds(Job job, LeaseEvent end, Reason reason) {
    var held = (Attempt.WithAgent) draft.attempt(job.index());
    LeaseRef lease = leaseOf(job, held);
    LeaseState over = end == LeaseEvent.EXPIRE ? LeaseState.EXPIRED : LeaseState.REVOKED;
    draft.tell(new Effect.Fence(lease, held.lease().agent(), over));
    switch (held.state()) {
      case LEASED, STARTING -> Leasing.returnToQueue(draft, lease, end, reason);
      case RUNNING -> {
        draft.take(new LeaseMoved(lease, end, reason));
        draft.take(new AttemptMoved(job.ref(), AttemptEvent.RECOVER, reason));
        Settling.end(draft, job.ref(), AttemptEvent.LOSE, reason);
      }
      case RECOVERING -> endWith(job, lease, end, AttemptEvent.LOSE, reason);
      case UPLOADING -> endWith(job, lease, end, AttemptEvent.FAIL, reason);
      case CANCELLING -> endWith(job, lease, end, AttemptEvent.CANCEL_FORCE, reason);
      case PENDING, HELD, WAITING, QUEUED -> {} // no lease
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {} // no lease
    }
  }

  private void endWith(Job job, LeaseRef lease, LeaseEvent end, AttemptEvent row, Reason reason) {
    draft.take(new LeaseMoved(lease, end, reason));
    Settling.end(draft, job.ref(), row, reason);
  }

  /// A state that was not left in time.
  private void stateEnds(Job job) {
    Attempt attempt = draft.attempt(job.index());
    switch (attempt.state()) {
      case QUEUED ->
          Settling.end(
              draft,
              job.ref(),
              AttemptEvent.FAIL,
              Reason.of(
                  ReasonCode.NO_AGENT,
                  "no agent had the labels " + draft.run().plan().job(job.index()).runsOn()));
      case LEASED -> {
        var lease = leaseOf(job, (Attempt.WithAgent) attempt);
        Leasing.returnToQueue(
            draft,
            lease,
            LeaseEvent.REVOKE,
            Reason.of(ReasonCode.INFRA, "not acknowledged in time"));
      }
      case STARTING ->
          overdue(job, AttemptEvent.FAIL, Reason.of(ReasonCode.INFRA, "did not start in time"));
      case RUNNING ->
          overdue(job, AttemptEvent.TIME_OUT, Reason.of(ReasonCode.TIMEOUT, "took too long"));
      case UPLOADING ->
          overdue(
              job, AttemptEvent.FAIL, Reason.of(ReasonCode.TIMEOUT, "the upload took too long"));
      case CANCELLING ->
          overdue(
              job,
              AttemptEvent.CANCEL_FORCE,
              Reason.of(ReasonCode.USER, "the agent did not stop it in time"));
      case PENDING, HELD, WAITING, RECOVERING -> {} // bounded by others
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private void overdue(Job job, AttemptEvent row, Reason reason) {
    var held = (Attempt.WithAgent) draft.attempt(job.index());
    LeaseRef lease = leaseOf(job, held);
    draft.tell(new Effect.Fence(lease, held.lease().agent(), LeaseState.REVOKED));
    endWith(job, lease, LeaseEvent.REVOKE, row, reason);
  }

  private boolean isPast(Optional<Instant> deadline) {
    return deadline.isPresent() && !draft.now().isBefore(deadline.get());
  }

  private static LeaseRef leaseOf(Job job, Attempt.WithAgent held) {
    return new LeaseRef(job.ref(), held.lease().number());
  }
}

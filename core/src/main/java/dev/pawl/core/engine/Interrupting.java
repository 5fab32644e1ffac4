package dev.pawl.core.engine;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;

/// The process that owned a run and its agents is gone for good. What it owed is due at once:
/// leases expire, and nobody will ever take what is queued.
final class Interrupting {

  static Decision interrupt(Draft draft, String why) {
    if (draft.run().isOver()) {
      return new Decision.Late("the run had ended");
    }
    Reason reason = Reason.of(ReasonCode.INTERRUPTED, why);
    switch (draft.run().state()) {
      case CREATED, PLANNING -> Planning.abandon(draft, reason);
      case HELD, WAITING -> Cancelling.supersede(draft, reason);
      case QUEUED, RUNNING, RECOVERING, CANCELLING -> interruptJobs(draft, reason);
      case PLAN_FAILED, SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> {}
    }
    return draft.accepted();
  }

  /// Again until nothing follows any more: the end of one job may have let in another that stands
  /// before it.
  private static void interruptJobs(Draft draft, Reason reason) {
    int open = Integer.MAX_VALUE;
    while (!draft.run().isOver() && draft.run().tally().open() < open) {
      open = draft.run().tally().open();
      interruptOnce(draft, reason);
    }
  }

  /// Nobody is there for another try, so what was not running fails where it stands.
  private static void interruptOnce(Draft draft, Reason reason) {
    for (int index = 0; index < draft.run().jobs().size() && !draft.run().isOver(); index++) {
      Job job = draft.job(index);
      LeaseRef lease = CancellingOne.leaseOf(job);
      switch (job.attempt().state()) {
        case QUEUED -> Settling.end(draft, job.ref(), AttemptEvent.FAIL, reason);
        case HELD, WAITING -> Settling.end(draft, job.ref(), AttemptEvent.CANCEL, reason);
        case LEASED, STARTING ->
            LeaseEnds.endWith(draft, lease, LeaseEvent.EXPIRE, AttemptEvent.FAIL, reason);
        case RUNNING, UPLOADING, RECOVERING, CANCELLING -> LeaseEnds.expire(draft, lease, reason);
        case PENDING -> {} // skipped with what it needs
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
      }
    }
  }

  private Interrupting() {}
}

package dev.pawl.core.engine;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;

/// Ends a run whose owning process is gone for good, together with its agents. All deadlines are
/// due at once: leases expire, and queued jobs fail because no agent will take them.
final class OwnerLoss {

  static Decision interrupt(DecisionDraft draft, String why) {
    if (draft.run().isOver()) {
      return new Decision.Late("the run had ended");
    }
    Reason reason = Reason.of(ReasonCode.INTERRUPTED, why);
    switch (draft.run().state()) {
      case CREATED, PLANNING -> PlanDecisions.failPlanning(draft, reason);
      case HELD, WAITING -> RunCancellation.cancelGracefully(draft, reason);
      case QUEUED, RUNNING, RECOVERING, CANCELLING -> interruptJobs(draft, reason);
      case PLAN_FAILED, SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> {}
    }
    return draft.accepted();
  }

  /// Repeats until nothing changes: the end of one job may have made a job with a lower index
  /// ready.
  private static void interruptJobs(DecisionDraft draft, Reason reason) {
    int open = Integer.MAX_VALUE;
    while (!draft.run().isOver() && draft.run().jobCounts().open() < open) {
      open = draft.run().jobCounts().open();
      interruptOnce(draft, reason);
    }
  }

  /// No agent is left for a retry, so jobs that were not running fail in their current state.
  private static void interruptOnce(DecisionDraft draft, Reason reason) {
    for (int index = 0; index < draft.run().jobs().size() && !draft.run().isOver(); index++) {
      Job job = draft.job(index);
      LeaseRef lease = JobCancellation.leaseOf(job);
      switch (job.attempt().state()) {
        case QUEUED -> AttemptCompletion.end(draft, job.ref(), AttemptEvent.FAIL, reason);
        case HELD, WAITING -> AttemptCompletion.end(draft, job.ref(), AttemptEvent.CANCEL, reason);
        case LEASED, STARTING ->
            LeaseTermination.end(draft, lease, LeaseEvent.EXPIRE, AttemptEvent.FAIL, reason);
        case RUNNING, UPLOADING, RECOVERING, CANCELLING ->
            LeaseTermination.expire(draft, lease, reason);
        case PENDING -> {} // skipped when its needs end
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
      }
    }
  }

  private OwnerLoss() {}
}

package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.event.DomainEvent.RunCancelled;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine.Answer.Late;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobCounts;
import dev.pawl.core.run.Run;
import java.time.Duration;

/// Cancels a run: gracefully, so that agents can clean up within a bound, or by force, without
/// waiting for anybody.
final class RunCancellation {

  static Decision graceful(DecisionDraft draft, CancelRun cancel) {
    if (RunMachine.MACHINE.answer(draft.run().state(), RunEvent.CANCEL_GRACEFUL)
        instanceof Late<RunState>(var late)) {
      return new Decision.Late(late);
    }
    cancelGracefully(draft, Reason.of(cancel.code(), cancel.why()));
    return draft.accepted();
  }

  /// The run's own timeout has passed.
  static void timeOut(DecisionDraft draft, Reason reason) {
    cancelGracefully(draft, reason);
  }

  /// A newer run of its group takes this run's place before it began.
  static void supersede(DecisionDraft draft, Reason reason) {
    cancelGracefully(draft, reason);
  }

  private static void cancelGracefully(DecisionDraft draft, Reason cause) {
    boolean isTimeOut = cause.code() == ReasonCode.TIMEOUT;
    boolean endsAtOnce = isTimeOut && !hasPendingHooks(draft.run()); // no agent can be reached
    if (draft.run().state() == RunState.RECOVERING && !endsAtOnce) {
      draft.apply(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    boolean waitsForSomebody = draft.run().state() == RunState.RUNNING && awaitsCleanup(draft);
    if (waitsForSomebody) {
      draft.apply(new RunCancelled(RunEvent.CANCEL_GRACEFUL, false, cause));
      draft.run().jobs().forEach(job -> stop(draft, job, cause));
      AttemptCompletion.endRunIfAllIsOver(draft);
      return;
    }
    draft.apply(new RunCancelled(isTimeOut ? RunEvent.TIME_OUT : RunEvent.CANCEL, false, cause));
    draft.run().jobs().forEach(job -> stop(draft, job, cause));
    AttemptCompletion.afterRunEnd(draft);
  }

  /// Whether an agent still cleans up, or hooks of the run are to follow.
  private static boolean awaitsCleanup(DecisionDraft draft) {
    Run run = draft.run();
    JobCounts counts = run.jobCounts();
    boolean agentsAreAtWork =
        counts.inStates(
                AttemptState.RUNNING,
                AttemptState.UPLOADING,
                AttemptState.RECOVERING,
                AttemptState.CANCELLING)
            > 0;
    return agentsAreAtWork || hasPendingHooks(run);
  }

  private static boolean hasPendingHooks(Run run) {
    return run.progress().hasRun() && !run.plan().policy().hooks().isEmpty();
  }

  private static void stop(DecisionDraft draft, Job job, Reason cause) {
    if (job.planned().isHooks() && !draft.run().isOver() && !hasBegun(job)) {
      return; // only force cancels hooks
    }
    switch (job.attempt().state()) {
      case PENDING, HELD, WAITING, QUEUED ->
          AttemptCompletion.endWithoutFollowUp(draft, job.ref(), AttemptEvent.CANCEL, cause);
      case LEASED, STARTING -> revoke(draft, job, AttemptEvent.CANCEL, cause);
      case RECOVERING -> releaseUnreachable(draft, job, cause);
      case RUNNING -> JobCancellation.askToStop(draft, job, cause);
      case UPLOADING -> JobCancellation.limitUpload(draft, job);
      case CANCELLING -> {} // being stopped already
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private static boolean hasBegun(Job job) {
    return job.attempt() instanceof Attempt.WithAgent held && held.startedAt().isPresent();
  }

  static Decision force(DecisionDraft draft, CancelRun cancel) {
    RunState state = draft.run().state();
    RunEvent event = state == RunState.CANCELLING ? RunEvent.CANCEL_FORCE : RunEvent.CANCEL;
    if (RunMachine.MACHINE.answer(state, event) instanceof Late<RunState>(var late)) {
      return new Decision.Late(late);
    }
    Reason cause = Reason.of(cancel.code(), cancel.why());
    draft.apply(new RunCancelled(forcedEvent(draft.run(), event), true, cause));
    for (Job job : draft.run().jobs()) {
      switch (job.attempt().state()) {
        case PENDING, HELD, WAITING, QUEUED ->
            AttemptCompletion.endWithoutFollowUp(draft, job.ref(), AttemptEvent.CANCEL, cause);
        case LEASED, STARTING, RUNNING, RECOVERING ->
            revoke(draft, job, AttemptEvent.CANCEL, cause);
        case CANCELLING -> revoke(draft, job, AttemptEvent.CANCEL_FORCE, cause);
        case UPLOADING -> revoke(draft, job, AttemptEvent.FAIL, cutOff(cause));
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
      }
    }
    AttemptCompletion.afterRunEnd(draft);
    return draft.accepted();
  }

  /// A run that has timed out stays timed out when it is then cancelled by force.
  private static RunEvent forcedEvent(Run run, RunEvent event) {
    boolean isTimedOut =
        run.cancelCause().map(cause -> cause.code() == ReasonCode.TIMEOUT).orElse(false);
    return isTimedOut ? RunEvent.TIME_OUT : event;
  }

  private static Reason cutOff(Reason cause) {
    return Reason.of(cause.code(), "upload cut off");
  }

  /// The agent has stopped the attempt.
  static Decision acknowledge(DecisionDraft draft, LeaseRef lease, Attempt.WithAgent held) {
    Reason reason = AttemptExecution.reasonOfCancel(held);
    LeaseDecisions.close(draft, lease, LeaseEvent.CANCEL_ACK, reason);
    AttemptCompletion.end(draft, lease.attempt(), AttemptExecution.endOfCancel(held), reason);
    return draft.accepted();
  }

  /// Cancels an attempt whose agent is unreachable: the agent learns on reconnect that its lease is
  /// over, and cleans up then.
  static void releaseUnreachable(DecisionDraft draft, Job job, Reason cause) {
    var held = (Attempt.WithAgent) job.attempt();
    LeaseRef lease = JobCancellation.leaseOf(job);
    LeaseDecisions.close(draft, lease, LeaseEvent.REVOKE, cause);
    AttemptCompletion.endWithoutFollowUp(draft, job.ref(), AttemptEvent.CANCEL, cause);
    draft.addEffect(new Effect.Fence(lease, held.lease().agent(), LeaseState.REVOKED));
  }

  /// Revokes the lease at once; the agent kills the processes, and nobody waits for it.
  static void revoke(DecisionDraft draft, Job job, AttemptEvent event, Reason cause) {
    var held = (Attempt.WithAgent) job.attempt();
    LeaseRef lease = JobCancellation.leaseOf(job);
    LeaseDecisions.revokeByForce(draft, lease, cause);
    AttemptCompletion.endWithoutFollowUp(draft, job.ref(), event, cause);
    draft.addEffect(
        new Effect.CancelJob(lease, held.lease().agent(), true, Duration.ZERO, cause.message()));
  }

  private RunCancellation() {}
}

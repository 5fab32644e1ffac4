package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.ALREADY_CANCELLING;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.event.DomainEvent.AgentLeaseReleased;
import dev.pawl.core.event.DomainEvent.RunCancelled;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.StrayLease;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobCounts;
import dev.pawl.core.run.Run;
import java.time.Duration;

/// Cancels a run: gracefully, so that agents can clean up within a bound, or by force, without
/// waiting for an agent.
final class RunCancellation {

  static Decision cancelGracefully(DecisionDraft draft, CancelRun cancel) {
    if (draft.run().isOver()) {
      return Engine.hasEnded(draft, draft.run());
    }
    if (draft.run().state() == RunState.CANCELLING) {
      return Engine.tooLate(
          draft,
          ALREADY_CANCELLING,
          "run #%d is being cancelled already".formatted(draft.run().origin().number()));
    }
    cancelGracefully(draft, Reason.of(cancel.code(), cancel.why()));
    return draft.accepted();
  }

  /// Cancels a run whose state allows it. One whose timeout has passed ends as timed out.
  static void cancelGracefully(DecisionDraft draft, Reason reason) {
    boolean isTimeOut = reason.code() == ReasonCode.TIMEOUT;
    boolean endsAtOnce = isTimeOut && !hasPendingHooks(draft.run()); // no agent can be reached
    if (draft.run().state() == RunState.RECOVERING && !endsAtOnce) {
      draft.apply(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    if (draft.run().state() == RunState.RUNNING && awaitsCleanup(draft)) {
      draft.apply(new RunCancelled(RunEvent.CANCEL_GRACEFUL, false, reason));
      draft.run().jobs().forEach(job -> cancelJobGracefully(draft, job, reason));
      AttemptCompletion.endRunIfAllIsOver(draft);
      return;
    }
    draft.apply(new RunCancelled(isTimeOut ? RunEvent.TIME_OUT : RunEvent.CANCEL, false, reason));
    draft.run().jobs().forEach(job -> cancelJobGracefully(draft, job, reason));
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

  private static void cancelJobGracefully(DecisionDraft draft, Job job, Reason reason) {
    if (job.planned().isHooks() && !draft.run().isOver() && !hasBegun(job)) {
      return; // only force cancels hooks
    }
    switch (job.attempt().state()) {
      case PENDING, HELD, WAITING, QUEUED ->
          AttemptCompletion.endWithoutFollowUp(draft, job.ref(), AttemptEvent.CANCEL, reason);
      case LEASED, STARTING -> revoke(draft, job, AttemptEvent.CANCEL, reason);
      case RECOVERING -> releaseUnreachable(draft, job, reason);
      case RUNNING -> JobCancellation.requestStop(draft, job, reason);
      case UPLOADING -> JobCancellation.limitUpload(draft, job);
      case CANCELLING -> {} // being stopped already
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private static boolean hasBegun(Job job) {
    return job.attempt() instanceof Attempt.WithAgent held && held.startedAt().isPresent();
  }

  static Decision cancelByForce(DecisionDraft draft, CancelRun cancel) {
    RunState state = draft.run().state();
    RunEvent event = state == RunState.CANCELLING ? RunEvent.CANCEL_FORCE : RunEvent.CANCEL;
    if (draft.run().isOver()) {
      return Engine.hasEnded(draft, draft.run());
    }
    Reason reason = Reason.of(cancel.code(), cancel.why());
    draft.apply(new RunCancelled(forcedEvent(draft.run(), event), true, reason));
    for (Job job : draft.run().jobs()) {
      switch (job.attempt().state()) {
        case PENDING, HELD, WAITING, QUEUED ->
            AttemptCompletion.endWithoutFollowUp(draft, job.ref(), AttemptEvent.CANCEL, reason);
        case LEASED, STARTING, RUNNING, RECOVERING ->
            revoke(draft, job, AttemptEvent.CANCEL, reason);
        case CANCELLING -> revoke(draft, job, AttemptEvent.CANCEL_FORCE, reason);
        case UPLOADING -> revoke(draft, job, AttemptEvent.FAIL, uploadCutOff(reason));
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST ->
            ConcurrencyGroups.leave(draft, job.index()); // the rows do not tell until when it stays
      }
    }
    AttemptCompletion.afterRunEnd(draft);
    return draft.accepted();
  }

  /// Frees the slots of leases that no attempt of a restored run explains, and tells their agents.
  static void revokeStrays(DecisionDraft draft, RunRestored restored, String why) {
    for (StrayLease stray : restored.strays()) {
      if (draft.agent(stray.agent()).version() > 0) { // else there is no such agent
        draft.apply(
            stray.agent(),
            new AgentLeaseReleased(new Agent.HeldLease(draft.run().id(), stray.lease())));
      }
      draft.addEffect(new Effect.CancelJob(stray.lease(), stray.agent(), true, Duration.ZERO, why));
    }
  }

  /// A run that has timed out stays timed out when it is then cancelled by force.
  private static RunEvent forcedEvent(Run run, RunEvent event) {
    boolean isTimedOut =
        run.cancelCause().map(cause -> cause.code() == ReasonCode.TIMEOUT).orElse(false);
    return isTimedOut ? RunEvent.TIME_OUT : event;
  }

  static Reason uploadCutOff(Reason reason) {
    return Reason.of(reason.code(), "the upload was stopped before its end");
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
  static void releaseUnreachable(DecisionDraft draft, Job job, Reason reason) {
    var held = (Attempt.WithAgent) job.attempt();
    LeaseRef lease = JobCancellation.leaseOf(job);
    LeaseDecisions.revokeUnconfirmed(draft, lease, reason, false);
    AttemptCompletion.endWithoutFollowUp(draft, job.ref(), AttemptEvent.CANCEL, reason);
    draft.addEffect(new Effect.Fence(lease, held.lease().agent(), LeaseState.REVOKED));
  }

  /// Revokes the lease at once. The agent kills the processes; the decision does not wait for it.
  static void revoke(DecisionDraft draft, Job job, AttemptEvent event, Reason reason) {
    var held = (Attempt.WithAgent) job.attempt();
    LeaseRef lease = JobCancellation.leaseOf(job);
    LeaseDecisions.revokeUnconfirmed(draft, lease, reason, true);
    AttemptCompletion.endWithoutFollowUp(draft, job.ref(), event, reason);
    draft.addEffect(
        new Effect.CancelJob(lease, held.lease().agent(), true, Duration.ZERO, reason.message()));
  }

  private RunCancellation() {}
}

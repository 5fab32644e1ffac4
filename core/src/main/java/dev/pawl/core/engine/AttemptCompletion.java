package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobCounts;
import dev.pawl.core.run.Run;

/// Ends attempts and what follows from it: steps end, the group is left, and there may be a retry.
/// Otherwise dependent jobs become ready or are skipped, and the run ends with its last job.
final class AttemptCompletion {

  private static final Reason NOTHING_LEFT =
      Reason.of(ReasonCode.USER, "all its jobs were cancelled before it began");

  static void end(DecisionDraft draft, AttemptRef ref, AttemptEvent event, Reason reason) {
    endAs(draft, draft.actor(), ref, event, reason);
  }

  /// Ends the attempt in the name of another actor than the one who asked.
  static void endAs(
      DecisionDraft draft, Actor by, AttemptRef ref, AttemptEvent event, Reason reason) {
    boolean wasCancelled = isCancelling(draft, ref);
    endSteps(draft, ref, event);
    draft.applyAs(by, new AttemptMoved(ref, event, reason));
    ConcurrencyGroups.leave(draft, ref.job());
    retryOrContinue(draft, ref, wasCancelled);
  }

  /// Ends the attempt with the result of its agent.
  static void complete(
      DecisionDraft draft, CompleteAttempt complete, AttemptEvent event, Reason reason) {
    AttemptRef ref = complete.lease().attempt();
    boolean wasCancelled = isCancelling(draft, ref);
    endSteps(draft, ref, event);
    draft.apply(new AttemptCompleted(ref, event, complete.outputs(), complete.evidence(), reason));
    ConcurrencyGroups.leave(draft, ref.job());
    retryOrContinue(draft, ref, wasCancelled);
  }

  /// Ends an attempt without looking at dependent jobs or at the run, which the caller handles.
  static void endWithoutFollowUp(
      DecisionDraft draft, AttemptRef ref, AttemptEvent event, Reason reason) {
    endSteps(draft, ref, event);
    draft.apply(new AttemptMoved(ref, event, reason));
    ConcurrencyGroups.leave(draft, ref.job());
  }

  private static void endSteps(DecisionDraft draft, AttemptRef ref, AttemptEvent event) {
    boolean agentSaysFailed =
        draft.actor().kind() == ActorKind.AGENT && event != AttemptEvent.COMPLETE;
    StepReports.endOpenSteps(draft, ref, agentSaysFailed);
  }

  private static boolean isCancelling(DecisionDraft draft, AttemptRef ref) {
    Attempt attempt = draft.attempt(ref.job());
    return attempt.state() == AttemptState.CANCELLING || JobCancellation.hasUploadDeadline(attempt);
  }

  /// Retries the attempt by policy or continues. A cancelled attempt is not retried, even if one of
  /// its hooks failed.
  private static void retryOrContinue(DecisionDraft draft, AttemptRef ref, boolean wasCancelled) {
    if (wasCancelled || !Retries.retryByPolicy(draft, ref)) {
      failFast(draft, ref.job());
      continueAfter(draft, ref.job());
    }
  }

  /// A job has ended for good: dependent jobs are evaluated, and the run may have ended.
  static void continueAfter(DecisionDraft draft, int job) {
    JobReadiness.evaluateDependents(draft, job);
    endRunIfAllIsOver(draft);
  }

  /// Cancels the other cells of the matrix of a failed cell.
  private static void failFast(DecisionDraft draft, int index) {
    Job failed = draft.job(index);
    boolean isAsked = failed.planned().policy().matrix().map(MatrixPolicy::failFast).orElse(false);
    boolean didFail = failed.attempt().state().isFailure() && failed.planned().isRequired();
    if (!isAsked || !didFail || draft.run().cancel().isPresent()) {
      return;
    }
    var reason = Reason.of(ReasonCode.FAIL_FAST, failed.planned().id() + " failed");
    for (int cell : draft.run().graph().matrixCells(failed)) {
      if (!draft.job(cell).isOver()) {
        JobCancellation.cancelGracefully(draft, cell, reason);
      }
    }
  }

  static void endRunIfAllIsOver(DecisionDraft draft) {
    Run run = draft.run();
    if (run.isOver() || run.jobCounts().open() > 0 || run.jobs().size() == 0) {
      return;
    }
    if (RunHooks.arePending(run)) {
      RunHooks.add(draft);
      return;
    }
    boolean neverBegan = run.state() == RunState.HELD || run.state() == RunState.WAITING;
    RunResult result =
        neverBegan ? new RunResult(RunEvent.CANCEL, NOTHING_LEFT) : RunResult.of(run);
    if (!RunMachine.MACHINE.canTransition(run.state(), result.event())) {
      // A run that ends without a lease was never started: it takes START and its end in one
      // commit, because its table has no end from `queued` but FAIL.
      draft.apply(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    draft.apply(new RunMoved(result.event(), result.reason()));
    afterRunEnd(draft);
  }

  /// The run has ended: it leaves its group and may be retried.
  static void afterRunEnd(DecisionDraft draft) {
    ConcurrencyGroups.leave(draft, GroupMember.WHOLE_RUN);
    Retries.retryRunByPolicy(draft);
  }

  /// Updates the run's state: `recovering` while some attempt recovers and no other is with an
  /// agent.
  static void updateRecovery(DecisionDraft draft) {
    Run run = draft.run();
    JobCounts counts = run.jobCounts();
    int recovering = counts.inStates(AttemptState.RECOVERING);
    boolean noneMoves = recovering > 0 && counts.withAgents() == recovering;
    if (run.state() == RunState.RUNNING && noneMoves) {
      draft.apply(
          new RunMoved(
              RunEvent.RECOVER,
              Reason.of(ReasonCode.AGENT_RECONNECT, "its agents cannot be reached")));
    } else if (run.state() == RunState.RECOVERING && !noneMoves) {
      draft.apply(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
  }

  private AttemptCompletion() {}
}

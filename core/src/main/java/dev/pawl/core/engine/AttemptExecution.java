package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.ReportCommit;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.CommitRecorded;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.OutputLimits;
import dev.pawl.core.step.Step;
import java.util.List;
import java.util.Optional;

/// Handles an agent's messages about the commit, the start, the upload and the result of an
/// attempt.
final class AttemptExecution {

  /// Used when an agent reports success although a step did not succeed.
  private static final Reason FALSE_SUCCESS =
      Reason.of(ReasonCode.INFRA, "the agent reported success, but not all steps succeeded");

  /// The row by which an attempt ends, and the reason.
  private record End(AttemptEvent event, Reason reason) {}

  /// Takes the commit that an agent found the run's ref to be at. The first one counts for all
  /// jobs: the branch may have moved before another agent looked.
  static Decision recordCommit(DecisionDraft draft, ReportCommit report, Attempt.WithAgent held) {
    if (draft.run().unresolvedRef().isEmpty() || held.state() != AttemptState.STARTING) {
      return new Decision.Late("the commit is known already, or the attempt is not starting");
    }
    draft.apply(
        new CommitRecorded(
            report.commit(), Reason.of(ReasonCode.PROGRESS, "commit " + report.commit())));
    return draft.accepted();
  }

  static Decision start(DecisionDraft draft, LeaseRef lease, Attempt.WithAgent held) {
    if (held.state() == AttemptState.RUNNING && !draft.isEmpty()) {
      return draft.accepted(); // the message itself ended the recovery
    }
    if (held.state() != AttemptState.STARTING) {
      return Engine.wrongState("start", held);
    }
    if (Deadlines.awaitsGroupReport(draft.job(lease.attempt().job()))) {
      return Engine.refuse(WRONG_STATE, "its concurrency group was not reported yet");
    }
    draft.apply(new AttemptMoved(lease.attempt(), AttemptEvent.START, Reason.PROGRESS));
    return draft.accepted();
  }

  static Decision upload(DecisionDraft draft, LeaseRef lease) {
    draft.apply(new AttemptMoved(lease.attempt(), AttemptEvent.UPLOAD, Reason.PROGRESS));
    return draft.accepted();
  }

  /// Takes the agent's result. A result that crosses a cancel completes the cancellation.
  static Decision complete(DecisionDraft draft, CompleteAttempt given, Attempt.WithAgent held) {
    CompleteAttempt complete =
        OutputLimits.breachOfRun(draft.run().jobCounts().outputBytes(), given.outputs())
            .map(given::withoutOutputs)
            .orElse(given);
    Optional<End> end =
        switch (held.state()) {
          case RUNNING, UPLOADING, RECOVERING -> Optional.of(result(draft, complete, held));
          case STARTING -> Optional.of(new End(AttemptEvent.FAIL, beforeStart(complete)));
          case CANCELLING -> Optional.of(cancelled(held));
          case PENDING, HELD, WAITING, QUEUED, LEASED -> Optional.empty();
          case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> Optional.empty();
        };
    if (end.isEmpty()) {
      return Engine.wrongState("complete", held);
    }
    LeaseDecisions.close(draft, complete.lease(), LeaseEvent.COMPLETE, end.get().reason());
    AttemptCompletion.complete(draft, complete, end.get().event(), end.get().reason());
    return draft.accepted();
  }

  private static Reason beforeStart(CompleteAttempt complete) {
    return complete.outcome() == EngineCommand.Outcome.SUCCESS
        ? FALSE_SUCCESS
        : Reason.of(complete.code(), complete.message());
  }

  /// The row by which a cancelled attempt ends: as cancelled, unless one of its hooks failed.
  static AttemptEvent endOfCancel(Attempt.WithAgent held) {
    return cancelled(held).event();
  }

  static Reason reasonOfCancel(Attempt.WithAgent held) {
    return cancelled(held).reason();
  }

  private static End cancelled(Attempt.WithAgent held) {
    return HookFailure.in(held.steps())
        .map(failed -> new End(AttemptEvent.FAIL, failed.reason("cancelled")))
        .orElse(new End(AttemptEvent.COMPLETE, held.reason()));
  }

  private static End result(DecisionDraft draft, CompleteAttempt complete, Attempt.WithAgent held) {
    Reason own = Reason.of(failureClass(complete), complete.message());
    Optional<HookFailure> hook = HookFailure.in(held.steps());
    JobBody body = draft.job(complete.lease().attempt().job()).planned().body();
    return switch (complete.outcome()) {
      case SUCCESS -> succeeded(haveStepsSucceeded(held.steps(), body), hook, own);
      // The first failure is classified; the failed hook is only named.
      case FAILED ->
          new End(
              AttemptEvent.FAIL,
              hook.map(failed -> Reason.of(own.code(), failed.describe(own.message())))
                  .orElse(own));
      case TIMED_OUT ->
          timedOut(held.state(), hook, Reason.of(ReasonCode.TIMEOUT, complete.message()));
    };
  }

  /// The failure class: `flaky` if the same job has succeeded for the same commit and nothing else
  /// explains the failure.
  private static ReasonCode failureClass(CompleteAttempt complete) {
    boolean isTheJobsOwn =
        switch (complete.code()) {
          case USER, COMPILE, TEST, LINT -> complete.outcome() == EngineCommand.Outcome.FAILED;
          case INFRA, LOST, STARTUP, FETCH, TIMEOUT, OOM, CIRCUIT_OPEN, FLAKY, HOOK -> false;
          case PROGRESS, OK, REUSED, CONDITION, UPSTREAM, FILTER, SUPERSEDED, FAIL_FAST -> false;
          case REJECTED, EXPIRED, NO_AGENT, INTERRUPTED -> false;
          case DEPENDENCY, APPROVAL, TIMER, BACKOFF, DELAY, CONCURRENCY -> false;
          case MAX_PARALLEL, AGENT_RECONNECT -> false;
        };
    return isTheJobsOwn && complete.hasSucceededBefore() ? ReasonCode.FLAKY : complete.code();
  }

  private static End succeeded(boolean wentWell, Optional<HookFailure> hook, Reason own) {
    if (!wentWell) {
      return new End(AttemptEvent.FAIL, FALSE_SUCCESS);
    }
    return hook.map(failed -> new End(AttemptEvent.FAIL, failed.reason("success")))
        .orElse(new End(AttemptEvent.SUCCEED, Reason.of(ReasonCode.OK, own.message())));
  }

  private static End timedOut(AttemptState state, Optional<HookFailure> hook, Reason own) {
    if (hook.isPresent()) {
      return new End(AttemptEvent.FAIL, hook.get().reason("timed_out"));
    }
    // The table has no TIME_OUT from `uploading`.
    return new End(
        state == AttemptState.UPLOADING ? AttemptEvent.FAIL : AttemptEvent.TIME_OUT, own);
  }

  private static boolean haveStepsSucceeded(List<Step> steps, JobBody body) {
    // A failed hook is reported separately, in a compound reason.
    return steps.stream()
        .allMatch(step ->
            step.state() == StepState.SUCCESS
                || step.state() == StepState.SKIPPED
                || (step.state() == StepState.FAILED
                    && (step.type().isHook() || body.mayFail(step.index()))));
  }

  private AttemptExecution() {}
}

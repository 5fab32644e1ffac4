package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepType;
import java.util.Optional;

/// The result of a run whose jobs have all ended, computed from theirs in the order below. A job is
/// required unless it has `continue-on-error`; a reused result counts as what it was.
public record RunResult(RunEvent event, Reason reason) {

  public static RunResult of(Run run) {
    Optional<Reason> cause = run.cancelCause();
    Optional<Reason> hook = failedHook(run);
    if (cause.isPresent() && cause.get().code() == ReasonCode.TIMEOUT) {
      return new RunResult(RunEvent.TIME_OUT, cause.get());
    }
    if (cause.isPresent() && hook.isPresent()) {
      return new RunResult(RunEvent.FAIL, hook.get());
    }
    if (cause.isPresent()) {
      return new RunResult(RunEvent.COMPLETE, cause.get());
    }
    RunResult own = ofJobs(run);
    return failedRunHook(run)
        .or(() -> cancelledRunHooks(run))
        .map(failed -> new RunResult(RunEvent.FAIL, failed.reason(own.outcome())))
        .orElse(own);
  }

  /// A hook that failed while the run was cancelled: one of a job, or one of the run.
  private static Optional<Reason> failedHook(Run run) {
    for (Job job : run.jobs()) {
      // Only failures since the cancel count.
      boolean didFail =
          job.attempt().state().isFailure() && !job.attempt().since().isBefore(run.since());
      if (didFail && !job.planned().isHooks() && job.attempt().reason().code() == ReasonCode.HOOK) {
        return Optional.of(job.attempt().reason());
      }
    }
    return failedRunHook(run).map(failed -> failed.reason("cancelled"));
  }

  /// The run's own hook that failed; the clean-up hook, if the hooks' job never started.
  private static Optional<HookFailure> failedRunHook(Run run) {
    return run.job(PlannedJob.HOOKS)
        .map(Job::attempt)
        .filter(last -> last.state().isFailure())
        .map(last ->
            HookFailure.in(((Attempt.Ended) last).steps())
                .orElse(new HookFailure(StepType.CLEANUP, how(last.reason()))));
  }

  /// The run's hooks, if their job was cancelled alone.
  private static Optional<HookFailure> cancelledRunHooks(Run run) {
    return run.job(PlannedJob.HOOKS)
        .map(Job::attempt)
        .filter(last -> last.state() == AttemptState.CANCELLED)
        .map(last -> new HookFailure(StepType.CLEANUP, last.reason().message()));
  }

  private static String how(Reason reason) {
    return reason.code() == ReasonCode.NO_AGENT ? "no agent" : reason.message();
  }

  /// The result in one word, for reasons and hooks.
  public String outcome() {
    return switch (event) {
      case SUCCEED -> "success";
      case TIME_OUT -> "timed_out";
      case CANCEL, COMPLETE, CANCEL_GRACEFUL, CANCEL_FORCE -> "cancelled";
      case FAIL, PLAN, PLANNED, HOLD, WAIT, SKIP, PLAN_FAIL -> "failed";
      case APPROVE, REJECT, EXPIRE, TIMER_DONE, START, RECOVER -> "failed";
    };
  }

  /// The result of the required jobs: the code of the first failure and the names of all failed
  /// jobs; without a failure, the first cancelled job. An interrupted run has the reason of its
  /// interruption.
  private static RunResult ofJobs(Run run) {
    var failed = new StringBuilder();
    Reason failure = Reason.OK;
    Reason cancel = Reason.OK;
    for (Job job : run.jobs()) {
      if (!job.planned().isRequired() || job.planned().isHooks()) {
        continue;
      }
      AttemptState result = job.result();
      Reason reason = job.attempt().reason();
      if (result.isFailure() && reason.code() == ReasonCode.INTERRUPTED) {
        return new RunResult(RunEvent.FAIL, reason);
      }
      if (result.isFailure()) {
        failure = failed.isEmpty() ? reason : failure;
        failed.append(failed.isEmpty() ? "" : ", ").append(job.planned().name());
      }
      boolean isCancelled =
          result == AttemptState.CANCELLED && job.resultReason() != ReasonCode.FAIL_FAST;
      cancel = isCancelled && cancel.equals(Reason.OK) ? cancelled(job, reason) : cancel;
    }
    if (!failed.isEmpty()) {
      return new RunResult(RunEvent.FAIL, Reason.of(failure.code(), failed + " failed"));
    }
    return cancel.equals(Reason.OK)
        ? new RunResult(RunEvent.SUCCEED, Reason.OK)
        : new RunResult(RunEvent.CANCEL, cancel);
  }

  private static Reason cancelled(Job job, Reason reason) {
    return reason.code() == ReasonCode.INTERRUPTED
        ? reason
        : Reason.of(reason.code(), job.planned().name() + " was cancelled");
  }
}

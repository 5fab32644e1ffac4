package dev.pawl.core.engine;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.Optional;

/// The result of a run whose jobs are all over: a function of theirs, read from top to bottom.
/// Required is a job without `continue-on-error`; a reused result counts as what it was.
record RunResult(RunEvent event, Reason reason) {

  static RunResult of(Run run) {
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
    return lastJobFailed(run)
        .map(how -> new RunResult(RunEvent.FAIL, compound(own, how)))
        .orElse(own);
  }

  /// A hook that failed while the run was cancelled: one of a job's, or the run's own.
  private static Optional<Reason> failedHook(Run run) {
    for (Job job : run.jobs()) {
      boolean didFail = Conditions.isFailure(job.attempt().state());
      if (didFail && job.planned().isHooks()) {
        return lastJobFailed(run)
            .map(how -> Reason.of(ReasonCode.HOOK, "cancelled (cleanup hook failed: " + how + ")"));
      }
      if (didFail && job.attempt().reason().code() == ReasonCode.HOOK) {
        return Optional.of(job.attempt().reason());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> lastJobFailed(Run run) {
    return run.job(PlannedJob.HOOKS)
        .filter(job -> Conditions.isFailure(job.attempt().state()))
        .map(job ->
            job.attempt().reason().code() == ReasonCode.NO_AGENT
                ? "no agent"
                : job.attempt().reason().message());
  }

  private static Reason compound(RunResult own, String how) {
    String outcome =
        switch (own.event()) {
          case SUCCEED -> "success";
          case CANCEL -> "cancelled";
          case FAIL, TIME_OUT, COMPLETE, PLAN, PLANNED, HOLD, WAIT, SKIP, PLAN_FAIL -> "failed";
          case APPROVE, REJECT, EXPIRE, TIMER_DONE, START, RECOVER -> "failed";
          case CANCEL_GRACEFUL, CANCEL_FORCE -> "cancelled";
        };
    return Reason.of(ReasonCode.HOOK, "%s (cleanup hook failed: %s)".formatted(outcome, how));
  }

  /// What the required jobs came to: the first failure's code and the names of all that failed; if
  /// none did, whose cancel it was. An interrupted run says by what.
  private static RunResult ofJobs(Run run) {
    var failed = new StringBuilder();
    Reason failure = Reason.OK;
    Reason cancel = Reason.OK;
    for (Job job : run.jobs()) {
      if (!job.planned().isRequired() || job.planned().isHooks()) {
        continue;
      }
      AttemptState result = Conditions.result(job);
      Reason reason = job.attempt().reason();
      if (Conditions.isFailure(result) && reason.code() == ReasonCode.INTERRUPTED) {
        return new RunResult(RunEvent.FAIL, reason);
      }
      if (Conditions.isFailure(result)) {
        failure = failed.isEmpty() ? reason : failure;
        failed.append(failed.isEmpty() ? "" : ", ").append(job.planned().id());
      }
      boolean isCancelled =
          result == AttemptState.CANCELLED && reason.code() != ReasonCode.FAIL_FAST;
      cancel =
          isCancelled && cancel.equals(Reason.OK)
              ? Reason.of(reason.code(), job.planned().id() + " was cancelled")
              : cancel;
    }
    if (!failed.isEmpty()) {
      return new RunResult(RunEvent.FAIL, Reason.of(failure.code(), failed + " failed"));
    }
    return cancel.equals(Reason.OK)
        ? new RunResult(RunEvent.SUCCEED, Reason.OK)
        : new RunResult(RunEvent.CANCEL, cancel);
  }
}

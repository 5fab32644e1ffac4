package dev.pawl.core.engine;

import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.TIMED_OUT;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;

/// The result of a run whose jobs are all over: a function of theirs, read from top to bottom.
record RunResult(RunEvent event, Reason reason) {

  static RunResult of(Run run) {
    if (run.cancelCause().isPresent()) {
      Reason cause = run.cancelCause().get();
      return cause.code() == ReasonCode.TIMEOUT
          ? new RunResult(RunEvent.TIME_OUT, cause)
          : new RunResult(RunEvent.COMPLETE, cause);
    }
    if (run.tally().in(FAILED, TIMED_OUT, LOST) > 0) {
      return new RunResult(RunEvent.FAIL, firstFailure(run));
    }
    if (run.tally().in(CANCELLED) > 0) {
      return new RunResult(RunEvent.CANCEL, Reason.of(ReasonCode.USER, "a job was cancelled"));
    }
    return new RunResult(RunEvent.SUCCEED, Reason.OK);
  }

  /// What the run says of why it failed: the first failed job's code, and every failed job's name;
  /// where it was interrupted, by what.
  private static Reason firstFailure(Run run) {
    ReasonCode code = null;
    var names = new StringBuilder();
    for (Job job : run.jobs()) {
      if (job.attempt() instanceof Attempt.Ended ended && isFailure(ended)) {
        if (ended.reason().code() == ReasonCode.INTERRUPTED) {
          return ended.reason();
        }
        code = code == null ? ended.reason().code() : code;
        names.append(names.isEmpty() ? "" : ", ").append(run.plan().job(job.index()).id());
      }
    }
    return Reason.of(code == null ? ReasonCode.INFRA : code, names + " failed");
  }

  private static boolean isFailure(Attempt.Ended ended) {
    return ended.state() == FAILED || ended.state() == TIMED_OUT || ended.state() == LOST;
  }
}

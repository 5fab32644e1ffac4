package dev.pawl.agent.exec;

import dev.pawl.agent.supervision.Deadline;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The deadlines of a job's steps and hooks.
///
/// At first, steps may run until the job's timeout. Steps that run after the timeout or after a
/// cancel, because their condition asks for it, have half of the time that the server waits for the
/// cleanup. The hooks that follow have the rest, and together never more than their budget. Owned
/// by the job's thread; [#cancelled] is called by another.
final class JobDeadlines {

  /// The time that the agent itself needs to report the end.
  private static final Duration MARGIN = Duration.ofSeconds(1);

  /// The deadlines after a cancel, of everything and of the steps.
  private record CancelDeadlines(Deadline ofAll, Deadline ofSteps) {}

  private final Duration grace;
  private final Duration hookBudget;
  private final Duration timeout;
  private Deadline ofJob;
  private Duration hookBudgetLeft;
  private volatile @Nullable CancelDeadlines afterCancel;

  JobDeadlines(JobDispatch dispatch) {
    this.grace = dispatch.job().grace();
    this.hookBudget = dispatch.job().hookBudget();
    this.hookBudgetLeft = hookBudget;
    this.timeout = dispatch.job().timeout();
    this.ofJob = Deadline.after(timeout, "the job timed out");
  }

  /// Starts the job's timeout, before its first step.
  void start() {
    ofJob = Deadline.after(timeout, ofJob.message());
  }

  /// @param bound the time that the server waits for the end of a cancelled job
  void cancelled(Duration bound) {
    String message = "the time for hooks after a cancel was over";
    Duration left = bound.minus(grace).minus(MARGIN);
    afterCancel =
        new CancelDeadlines(
            Deadline.after(bound.minus(MARGIN), message),
            Deadline.after(left.dividedBy(2), message));
  }

  boolean isJobTimedOut() {
    return ofJob.isOver();
  }

  /// The deadline of the next step.
  ///
  /// @param hasFailed whether only steps are left that run after a failure
  Deadline ofSteps(boolean hasFailed) {
    CancelDeadlines cancel = afterCancel;
    if (cancel != null) {
      return cancel.ofSteps();
    }
    return hasFailed && isJobTimedOut() ? ofJob.plus(hookBudget.dividedBy(2)) : ofJob;
  }

  /// The deadline of a hook that starts now.
  Deadline ofHook(Duration own) {
    Duration time = own.compareTo(hookBudgetLeft) < 0 ? own : hookBudgetLeft;
    Deadline deadline = Deadline.after(time, "timed out after " + Deadline.text(time));
    CancelDeadlines cancel = afterCancel;
    if (cancel != null) {
      return deadline.orEarlier(cancel.ofAll());
    }
    return isJobTimedOut() ? deadline.orEarlier(ofJob.plus(grace).plus(hookBudget)) : deadline;
  }

  void spentOnHooks(Duration time) {
    hookBudgetLeft = hookBudgetLeft.minus(time);
    if (hookBudgetLeft.isNegative()) {
      hookBudgetLeft = Duration.ZERO;
    }
  }
}

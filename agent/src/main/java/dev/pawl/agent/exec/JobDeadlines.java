package dev.pawl.agent.exec;

import dev.pawl.agent.supervision.Deadline;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Until when the steps and the hooks of a job may run: steps at first for as long as the job may
/// take. Those that run after that time was up, or after a cancel, since their condition says so,
/// have half of the time that the server waits for clean-up; the hooks, which follow them, have
/// what is left, and together never more than their budget. Owned by the job's thread; a cancel
/// comes from another one.
final class JobDeadlines {

  /// For what the agent itself has to do, so that the server hears of the end.
  private static final Duration MARGIN = Duration.ofSeconds(1);

  /// When everything must be over, and how long that was from when it was known.
  private record End(Deadline of, Deadline ofSteps) {}

  private final Duration grace;
  private final Duration hookBudget;
  private final Duration most;
  private Deadline limit;
  private Duration hooksLeft;
  private volatile @Nullable End afterCancel;

  JobDeadlines(JobDispatch dispatch) {
    this.grace = Duration.ofMillis(dispatch.gracePeriodMillis());
    this.hookBudget = Duration.ofSeconds(dispatch.hookTimeoutSeconds());
    this.hooksLeft = hookBudget;
    this.most = Duration.ofSeconds(dispatch.maxRuntimeSeconds());
    this.limit = Deadline.after(most, "the job's time was up");
  }

  /// The first step begins.
  void begin() {
    limit = Deadline.after(most, limit.message());
  }

  /// @param bound how long the server waits for the end of a job that is cancelled
  void cancelled(Duration bound) {
    String message = "the time to clean up was over";
    Duration left = bound.minus(grace).minus(MARGIN);
    afterCancel =
        new End(
            Deadline.after(bound.minus(MARGIN), message),
            Deadline.after(left.dividedBy(2), message));
  }

  /// Whether the job has taken longer than it may.
  boolean isUp() {
    return limit.isOver();
  }

  /// @param hasFailed whether only such steps are left that run all the same
  Deadline current(boolean hasFailed) {
    End cancel = afterCancel;
    if (cancel != null) {
      return cancel.ofSteps();
    }
    return hasFailed && isUp() ? limit.plus(hookBudget.dividedBy(2)) : limit;
  }

  /// Until when a hook may run that begins now.
  Deadline ofHook(Duration own) {
    Duration time = own.compareTo(hooksLeft) < 0 ? own : hooksLeft;
    Deadline mine = Deadline.after(time, HookRunner.timedOut(time));
    End cancel = afterCancel;
    if (cancel != null) {
      return mine.orEarlier(cancel.of());
    }
    return isUp() ? mine.orEarlier(limit.plus(grace).plus(hookBudget)) : mine;
  }

  void spentOnHooks(Duration time) {
    hooksLeft = hooksLeft.minus(time);
    if (hooksLeft.isNegative()) {
      hooksLeft = Duration.ZERO;
    }
  }
}

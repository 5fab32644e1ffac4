package dev.pawl.agent.exec;

import dev.pawl.protocol.FromServer.JobDispatch;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Until when the steps of a job may run: at first for as long as the job may take. Those that run
/// after that time was up, or after a cancel, since their condition says so, have the time that the
/// server waits for clean-up. Owned by the job's thread; a cancel comes from another one.
final class JobTime {

  /// For what the agent itself has to do, so that the server hears of the end.
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final Duration grace;
  private final Duration cleanUp;
  private final Duration most;
  private Deadline limit;
  private volatile @Nullable Deadline afterCancel;

  JobTime(JobDispatch dispatch) {
    this.grace = Duration.ofMillis(dispatch.gracePeriodMillis());
    this.cleanUp = Duration.ofSeconds(dispatch.hookTimeoutSeconds());
    this.most = Duration.ofSeconds(dispatch.maxRuntimeSeconds());
    this.limit = Deadline.in(most, "the job's time was up");
  }

  /// The first step begins.
  void begin() {
    limit = Deadline.in(most, limit.message());
  }

  /// @param bound how long the server waits for the end of a job that is cancelled
  void cancelled(Duration bound) {
    Duration left = bound.minus(grace).minus(MARGIN);
    afterCancel = Deadline.in(left, "the time to clean up was over");
  }

  /// Whether the job has taken longer than it may.
  boolean isUp() {
    return limit.isOver();
  }

  /// @param hasFailed whether only such steps are left that run all the same
  Deadline current(boolean hasFailed) {
    Deadline cancel = afterCancel;
    if (cancel != null) {
      return cancel;
    }
    return hasFailed && isUp() ? limit.plus(cleanUp) : limit;
  }
}

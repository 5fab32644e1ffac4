package dev.pawl.core.lifecycle;

/// The phase of a run or a job, in the six words that every API answer uses.
///
/// A phase is derived from the state and its reason, and never stored: the machines stay the only
/// truth. `WAITING` says that somebody or something else has to act first; the reason says who.
public enum Phase {
  /// It has not begun, and nobody has to act first.
  PENDING,
  /// An agent has it, or some of its jobs do.
  RUNNING,
  /// Somebody or something else has to act first.
  WAITING,
  /// It succeeded, or was not needed.
  SUCCESS,
  /// It failed.
  FAILED,
  /// It was cancelled, or an upstream job did not succeed.
  CANCELLED;

  /// The phase of a run. A queued run may wait for its group; a running one waits if none of its
  /// jobs can move without a person, a timer or a group.
  public static Phase of(RunState state, ReasonCode reason) {
    return switch (state) {
      case CREATED, PLANNING, PLAN_FAILED -> PENDING;
      case QUEUED -> waitingOr(PENDING, reason);
      case HELD, WAITING, RECOVERING -> WAITING;
      case RUNNING -> waitingOr(RUNNING, reason);
      case CANCELLING -> RUNNING;
      case SUCCESS -> SUCCESS;
      case FAILED, TIMED_OUT -> FAILED;
      case CANCELLED -> CANCELLED;
      case SKIPPED -> ofSkipped(reason);
    };
  }

  /// The phase of a job, which is that of its current attempt.
  public static Phase of(AttemptState state, ReasonCode reason) {
    return switch (state) {
      case PENDING, QUEUED -> waitingOr(PENDING, reason);
      case HELD, WAITING, RECOVERING -> WAITING;
      case LEASED, STARTING, RUNNING, UPLOADING, CANCELLING -> RUNNING;
      case SUCCESS -> SUCCESS;
      case FAILED, TIMED_OUT, LOST -> FAILED;
      case CANCELLED -> CANCELLED;
      case SKIPPED -> ofSkipped(reason);
    };
  }

  private static Phase waitingOr(Phase otherwise, ReasonCode reason) {
    return reason.isWait() ? WAITING : otherwise;
  }

  /// Skipped by a condition or for a reused result is a success; skipped because of an upstream job
  /// is not.
  private static Phase ofSkipped(ReasonCode reason) {
    return reason == ReasonCode.UPSTREAM ? CANCELLED : SUCCESS;
  }
}

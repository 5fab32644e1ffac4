package dev.pawl.core.lifecycle;

/// Where a run or a job is, in the six words that every API answer uses.
///
/// A phase is derived from the state and its reason, and never stored: the machines stay the only
/// truth. `WAITING` says that somebody or something else has to act first; who is in the reason.
public enum Phase {
  PENDING,
  RUNNING,
  WAITING,
  SUCCESS,
  FAILED,
  CANCELLED;

  /// The phase of a run. A queued one may wait for its group; a running one waits when none of its
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

  /// What a rule or a reused result made unnecessary is as good as done; what an upstream took away
  /// is not.
  private static Phase ofSkipped(ReasonCode reason) {
    return reason == ReasonCode.UPSTREAM ? CANCELLED : SUCCESS;
  }
}

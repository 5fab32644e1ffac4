package dev.pawl.core.lifecycle;

/// What can happen to a run; when each does is in [RunMachine].
public enum RunEvent {
  PLAN,
  PLANNED,
  HOLD,
  WAIT,
  SKIP,
  PLAN_FAIL,
  FAIL,
  CANCEL,
  APPROVE,
  REJECT,
  EXPIRE,
  TIMER_DONE,
  START,
  SUCCEED,
  CANCEL_GRACEFUL,
  RECOVER,
  TIME_OUT,
  CANCEL_FORCE,
  COMPLETE
}

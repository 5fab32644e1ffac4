package dev.pawl.core.lifecycle;

/// The events of a run; [RunMachine] says when each happens.
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

package dev.pawl.core.lifecycle;

/// What can happen to a step; when each does is in [StepMachine].
public enum StepEvent {
  START,
  SKIP,
  CANCEL,
  SUCCEED,
  FAIL,
  RETRY,
  CANCEL_GRACEFUL,
  COMPLETE,
  CANCEL_FORCE
}

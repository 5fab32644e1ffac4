package dev.pawl.core.lifecycle;

/// The events of a step; [StepMachine] says when each happens.
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

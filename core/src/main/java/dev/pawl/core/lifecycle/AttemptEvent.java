package dev.pawl.core.lifecycle;

/// The events of an attempt; [AttemptMachine] says when each happens.
public enum AttemptEvent {
  ENQUEUE,
  SKIP,
  HOLD,
  WAIT,
  CANCEL,
  APPROVE,
  REJECT,
  EXPIRE,
  TIMER_DONE,
  LEASE,
  FAIL,
  ACK,
  REQUEUE,
  START,
  UPLOAD,
  SUCCEED,
  TIME_OUT,
  CANCEL_GRACEFUL,
  RECOVER,
  LOSE,
  COMPLETE,
  CANCEL_FORCE
}

package dev.pawl.core.lifecycle;

/// What can happen to an attempt; when each does is in [AttemptMachine].
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

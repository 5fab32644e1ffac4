package dev.pawl.core.lifecycle;

/// What can happen to a lease; when each does is in [LeaseMachine].
public enum LeaseEvent {
  ACK,
  EXPIRE,
  REVOKE,
  COMPLETE,
  CANCEL_ACK
}

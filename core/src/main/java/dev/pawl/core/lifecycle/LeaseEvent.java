package dev.pawl.core.lifecycle;

/// The events of a lease; [LeaseMachine] says when each happens.
public enum LeaseEvent {
  ACK,
  EXPIRE,
  REVOKE,
  COMPLETE,
  CANCEL_ACK
}

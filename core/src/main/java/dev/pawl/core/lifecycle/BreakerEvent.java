package dev.pawl.core.lifecycle;

/// The events of a breaker; [BreakerMachine] says when each happens.
public enum BreakerEvent {
  TRIP,
  COOL_DOWN,
  SUCCEED,
  FAIL,
  RESET
}

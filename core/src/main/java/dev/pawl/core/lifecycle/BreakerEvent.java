package dev.pawl.core.lifecycle;

/// What can happen to a breaker; when each does is in [BreakerMachine].
public enum BreakerEvent {
  TRIP,
  COOL_DOWN,
  SUCCEED,
  FAIL,
  RESET
}

package dev.pawl.core.lifecycle;

/// The states of a circuit breaker, which says whether a tool may be used; the legal moves are in
/// [BreakerMachine].
public enum BreakerState {
  /// The tool may be used.
  CLOSED,
  /// The tool failed too often and may not be used.
  OPEN,
  /// One probe may use the tool.
  HALF_OPEN
}

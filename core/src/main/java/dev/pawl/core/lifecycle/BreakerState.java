package dev.pawl.core.lifecycle;

/// Whether a tool may be used now. Where it is; the legal moves are in [BreakerMachine].
public enum BreakerState {
  /// The tool may be used.
  CLOSED,
  /// The tool failed too often; it may not be used.
  OPEN,
  /// One probe may use the tool.
  HALF_OPEN
}

package dev.pawl.core.lifecycle;

/// One agent's exclusive right to execute one attempt. Where it is; the legal moves are in
/// [LeaseMachine].
public enum LeaseState {
  /// The agent was asked.
  GRANTED,
  /// The agent acknowledged and renews by heartbeat.
  ACTIVE,
  /// TTL and margin passed without a renewal.
  EXPIRED,
  /// The orchestrator took it back.
  REVOKED,
  /// The agent's result was accepted.
  COMPLETED,
  /// The agent's acknowledgement of a cancel was accepted.
  CANCELLED
}

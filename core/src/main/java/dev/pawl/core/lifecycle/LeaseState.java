package dev.pawl.core.lifecycle;

/// The states of a lease, which is one agent's exclusive right to execute one attempt; the legal
/// moves are in [LeaseMachine].
public enum LeaseState {
  /// The agent was asked.
  GRANTED,
  /// The agent acknowledged and renews by heartbeat.
  ACTIVE,
  /// TTL and margin passed without a renewal.
  EXPIRED,
  /// The orchestrator revoked it.
  REVOKED,
  /// The agent's result was accepted.
  COMPLETED,
  /// The agent's acknowledgement of a cancel was accepted.
  CANCELLED
}

package dev.pawl.simulation.scenario;

import java.util.Locale;

/// What can go wrong outside of the system.
public enum FaultKind {
  // Network.

  /// A connection is lost, with what was last sent over it.
  CONNECTION_LOST,
  /// A message arrives twice.
  DUPLICATE,
  /// A message takes very long, and with it all that follow on its link.
  DELAY,
  /// What was said later over another link arrives earlier.
  REORDER,
  /// Nothing comes through in one direction.
  ONE_WAY_PARTITION,
  /// Nothing comes through in either direction.
  PARTITION,
  /// An agent that lost its connection comes back to another orchestrator.
  RECONNECT_ELSEWHERE,

  // Store.

  /// A commit fails as if somebody else had been faster.
  CONFLICT,
  CRASH_BEFORE_COMMIT,
  CRASH_AFTER_COMMIT,
  /// After the first answer that a commit releases.
  CRASH_BEFORE_EFFECTS,
  CRASH_BETWEEN_EFFECTS,
  /// It happened, and nobody was told.
  UNKNOWN_BUT_DONE,
  /// It did not happen, and nobody was told.
  UNKNOWN_AND_NOT_DONE,
  STORE_SLOW,
  STORE_FULL,

  // Orchestrators.

  ORCHESTRATOR_CRASH,
  /// For longer than a lease lasts; then it goes on as if nothing had been.
  ORCHESTRATOR_PAUSE,
  /// The clock that they go by, the store's, is set forward or back: time never goes back.
  CLOCK_SKEW,

  // Agents.

  /// It dies with its processes, and comes back with its disk.
  AGENT_CRASH,
  /// It dies, and comes back at once under the same name, while everybody thinks it is there.
  AGENT_REPLACED,
  /// It stands still, and goes on.
  AGENT_ZOMBIE,
  /// It stands still, its clock with it, and goes on.
  AGENT_CLOCK_STOPS,
  AGENT_SLOW,
  /// It says again what it said under a lease long ago.
  LATE_COMPLETION,
  DUPLICATE_COMPLETION,
  /// It names a lease that is not its attempt's.
  WRONG_LEASE,
  IGNORES_CANCEL,
  /// What it has to say cannot be kept.
  AGENT_DISK_FULL,
  /// It dies with its machine: what was written last is gone, or the whole disk.
  AGENT_DISK_LOST;

  /// As it is written in reports.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

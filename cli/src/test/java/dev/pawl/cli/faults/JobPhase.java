package dev.pawl.cli.faults;

/// A moment in the life of a job that an agent has in hand: each is one to be killed at.
enum JobPhase {
  /// The agent has not acknowledged it.
  LEASED,
  /// Its start is not committed.
  STARTING,
  IN_A_STEP,
  IN_A_HOOK,
  /// It is over, and the server does not know.
  REPORTING
}

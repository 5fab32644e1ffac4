package dev.pawl.cli.faults;

/// A phase of a job at an agent; the agent is killed in each.
enum JobPhase {
  /// The agent has not acknowledged the lease.
  LEASED,
  /// The start is not committed.
  STARTING,
  IN_A_STEP,
  IN_A_HOOK,
  /// The job has ended, and the server does not know.
  REPORTING
}

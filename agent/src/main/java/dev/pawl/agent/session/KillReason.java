package dev.pawl.agent.session;

/// Why a job is killed, without a word to the server about it. What hooks may follow depends on it.
public enum KillReason {

  /// No heartbeat was answered for as long as the lease lasts: `cleanup` runs with outcome `lost`,
  /// unless the job has an environment, where another attempt may be at work by now.
  FENCED(true),

  /// The server says that the lease is over: as if fenced.
  STALE(true),

  /// By force, or a lease that ended so: no hook.
  FORCED(false),

  /// The job was not started, and will not be under this lease: only what found out its group is
  /// left to be put away.
  RELEASED(false),

  /// The agent itself ends: no hook.
  ABANDONED(false);

  private final boolean runsHooks;

  KillReason(boolean runsHooks) {
    this.runsHooks = runsHooks;
  }

  public boolean allowsHooks() {
    return runsHooks;
  }
}

package dev.pawl.agent.session;

/// The reason why a job is killed without a result. Decides whether hooks may run.
public enum KillReason {

  /// No heartbeat was answered within the TTL of the lease. The job is reported as lost. `cleanup`
  /// runs with outcome `lost`, unless the job has an environment, in which another attempt may be
  /// at work by now.
  FENCED(true),

  /// The server has ended the lease. Hooks run as for [#FENCED].
  STALE(true),

  /// The job was cancelled by force. No hook runs.
  FORCED(false),

  /// The job was not started, and will not be under this lease. Only the remains of its group
  /// command have to be removed.
  RELEASED(false),

  /// The agent itself ends. No hook runs.
  ABANDONED(false);

  private final boolean allowsHooks;

  KillReason(boolean allowsHooks) {
    this.allowsHooks = allowsHooks;
  }

  public boolean allowsHooks() {
    return allowsHooks;
  }
}

package dev.pawl.core.lifecycle;

/// One try at one job. Where it is; the legal moves are in [AttemptMachine].
public enum AttemptState {
  /// Its needs have not all ended.
  PENDING,
  /// Ready; it waits for an agent, or for a place in its group.
  QUEUED,
  /// A rule, an upstream or a reused result made it unnecessary.
  SKIPPED,
  /// It waits for reviewers.
  HELD,
  /// It waits for a timer or a backoff.
  WAITING,
  /// Cancelled, rejected, expired or superseded.
  CANCELLED,
  /// An agent was asked and has not answered.
  LEASED,
  /// The agent acknowledged and prepares; no process of the job runs yet.
  STARTING,
  /// A step, a hook or the infrastructure failed.
  FAILED,
  /// START is committed; processes of the job may run.
  RUNNING,
  /// Steps and hooks are done, files go up.
  UPLOADING,
  /// Every step and hook ended well.
  SUCCESS,
  /// It ran longer than it was allowed to.
  TIMED_OUT,
  /// A graceful cancel is with the agent.
  CANCELLING,
  /// The agent has gone quiet, its lease runs on.
  RECOVERING,
  /// Its agent did not come back within the lease.
  LOST;

  /// Whether it ended, and not as it should have, other than by somebody's wish.
  public boolean isFailure() {
    return this == FAILED || this == TIMED_OUT || this == LOST;
  }
}

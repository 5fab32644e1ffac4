package dev.pawl.core.lifecycle;

/// The states of an attempt, which is one try at one job; the legal moves are in [AttemptMachine].
public enum AttemptState {
  /// Some of its needs have not ended.
  PENDING,
  /// Ready; it waits for an agent, or for a place in its group.
  QUEUED,
  /// Not executed, because of a condition, an upstream job or a reused result.
  SKIPPED,
  /// It waits for reviewers.
  HELD,
  /// It waits for a timer or a backoff.
  WAITING,
  /// Cancelled, rejected, expired or superseded.
  CANCELLED,
  /// An agent was asked and has not acknowledged.
  LEASED,
  /// The agent acknowledged and prepares; no process of the job runs yet.
  STARTING,
  /// A step, a hook or the infrastructure failed.
  FAILED,
  /// START is committed; processes of the job may run.
  RUNNING,
  /// Steps and hooks are done, files are uploaded.
  UPLOADING,
  /// Every step and hook succeeded.
  SUCCESS,
  /// It exceeded its timeout.
  TIMED_OUT,
  /// The agent is stopping it gracefully.
  CANCELLING,
  /// The agent cannot be reached; its lease has not expired.
  RECOVERING,
  /// Its agent did not reconnect before the lease expired.
  LOST;

  /// Whether it ended in a failure, which a cancellation is not.
  public boolean isFailure() {
    return this == FAILED || this == TIMED_OUT || this == LOST;
  }
}

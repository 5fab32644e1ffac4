package dev.pawl.cli.runs;

import java.util.OptionalInt;

/// A request of a person about a run or one of its jobs.
public sealed interface RunAction {

  /// The index of the job; empty for the whole run.
  OptionalInt job();

  /// Cancels a job, or the whole run.
  ///
  /// @param isForced whether to kill at once, without hooks
  record Cancel(OptionalInt job, boolean isForced) implements RunAction {}

  /// Approves a job that is held, or the held run.
  record Approve(OptionalInt job) implements RunAction {}

  /// Rejects a job that is held, or the held run.
  record Reject(OptionalInt job, String message) implements RunAction {}

  /// Starts a new attempt of a failed job.
  record Retry(OptionalInt job) implements RunAction {}

  /// Lets the run continue without a failed job.
  record Skip(OptionalInt job) implements RunAction {}
}

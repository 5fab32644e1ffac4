package dev.pawl.cli.runs;

import java.util.OptionalInt;

/// What a person wants to happen to a run or to one of its jobs.
public sealed interface RunAction {

  /// Cancels a job, or the whole run.
  ///
  /// @param isForced whether to kill at once, without hooks
  record Cancel(OptionalInt job, boolean isForced) implements RunAction {}

  /// Approves a job that is held, or the held run.
  record Approve(OptionalInt job) implements RunAction {}

  /// Rejects a job that is held, or the held run.
  record Reject(OptionalInt job, String message) implements RunAction {}

  /// Starts a new attempt of a failed job.
  record Retry(int job) implements RunAction {}

  /// Lets the run continue without a failed job.
  record Skip(int job) implements RunAction {}
}

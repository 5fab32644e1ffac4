package dev.pawl.core.lifecycle;

/// One command of an attempt, hooks included. Where it is; the legal moves are in [StepMachine].
public enum StepState {
  /// It has not started.
  PENDING,
  /// Its process runs.
  RUNNING,
  /// Its condition was false.
  SKIPPED,
  /// It was stopped, or its attempt ended before it started.
  CANCELLED,
  /// It ended with an expected exit code.
  SUCCESS,
  /// It ended otherwise.
  FAILED,
  /// It failed and waits out its backoff.
  RETRYING,
  /// SIGTERM was sent, the grace period runs.
  CANCELLING
}

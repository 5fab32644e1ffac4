package dev.pawl.core.lifecycle;

/// The states of a step, which is one command of an attempt, hooks included; the legal moves are in
/// [StepMachine].
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
  /// It failed: an unexpected exit code, a timeout or an open breaker.
  FAILED,
  /// It failed and waits for its backoff.
  RETRYING,
  /// SIGTERM was sent, and the grace period runs.
  CANCELLING
}

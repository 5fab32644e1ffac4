package dev.pawl.core.run;

/// The outcome of a job together with everything before it, as dependent jobs see it. A job
/// therefore needs to look at its direct needs only.
public enum UpstreamOutcome {
  /// It has not ended, or something before it was retried and has not ended.
  OPEN,
  /// It and everything before it succeeded; a job that was skipped on request counts as success.
  SUCCEEDED,
  /// It or something before it was skipped, and nothing was cancelled or failed.
  SKIPPED,
  /// It or something before it was cancelled, and nothing failed.
  CANCELLED,
  /// It or something before it failed, without `continue-on-error`.
  FAILED
}

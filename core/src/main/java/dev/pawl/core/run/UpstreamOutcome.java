package dev.pawl.core.run;

/// What a job passes on to those that need it: what it came to, and everything before it. So nobody
/// has to look further back than at what it needs itself.
public enum UpstreamOutcome {
  /// It is not over; or something before it is not, which was tried again after it had ended.
  OPEN,
  /// It succeeded, and so did everything before it; who was skipped by hand is not missed.
  SUCCEEDED,
  /// It was skipped, or something before it was, and nothing was cancelled or has failed.
  SKIPPED,
  /// It was cancelled, or something before it was, and nothing has failed.
  CANCELLED,
  /// It failed where it must not, or something before it did.
  FAILED
}

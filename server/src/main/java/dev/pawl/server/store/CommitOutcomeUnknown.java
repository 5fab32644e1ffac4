package dev.pawl.server.store;

/// Thrown when the connection broke during a commit, so that it may have happened. It must be
/// resolved by the commit's id before anything else is committed.
public final class CommitOutcomeUnknown extends RuntimeException {

  public CommitOutcomeUnknown(String message, Throwable cause) {
    super(message, cause);
  }

  public CommitOutcomeUnknown(String message) {
    super(message);
  }
}

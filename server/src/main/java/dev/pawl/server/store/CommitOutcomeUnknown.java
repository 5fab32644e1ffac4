package dev.pawl.server.store;

/// The connection to the store broke while it committed: it may have happened. Asked about by the
/// commit's id, before anything else is done.
public final class CommitOutcomeUnknown extends RuntimeException {

  public CommitOutcomeUnknown(String message, Throwable cause) {
    super(message, cause);
  }

  public CommitOutcomeUnknown(String message) {
    super(message);
  }
}

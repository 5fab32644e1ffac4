package dev.pawl.server.store.jdbc;

/// Thrown when the database aborted the transaction because it and another one waited for each
/// other. The commit must be decided again.
public final class DeadlockDetected extends RuntimeException {

  public DeadlockDetected(Throwable cause) {
    super("deadlock with another commit", cause);
  }
}

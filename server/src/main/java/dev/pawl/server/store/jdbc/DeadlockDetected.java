package dev.pawl.server.store.jdbc;

/// Two commits waited for each other, and this one was given up: it is to be decided again.
public final class DeadlockDetected extends VersionConflict {

  public DeadlockDetected(Throwable cause) {
    super("another commit was in the way", cause);
  }
}

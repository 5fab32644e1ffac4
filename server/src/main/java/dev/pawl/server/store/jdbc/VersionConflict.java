package dev.pawl.server.store.jdbc;

import org.jspecify.annotations.Nullable;

/// Thrown in a transaction that must be rolled back, because a row does not have the version that
/// the commit was decided by, or because a constraint rejects the commit. The caller finds out
/// which of the two it was.
public sealed class VersionConflict extends RuntimeException permits DeadlockDetected {

  public VersionConflict(SqlTable table) {
    this("a row of table '%s' is missing or has another version".formatted(table), null);
  }

  public VersionConflict(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package dev.pawl.server.store.jdbc;

import org.jspecify.annotations.Nullable;

/// Something in the store is not as a commit expects it, or the commit is what no store takes:
/// nothing of it may be written, and what it is, is found out then.
public sealed class VersionConflict extends RuntimeException permits DeadlockDetected {

  public VersionConflict(SqlTable table) {
    this("a row of %s is not as it was expected".formatted(table), null);
  }

  public VersionConflict(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

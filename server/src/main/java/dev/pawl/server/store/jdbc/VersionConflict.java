package dev.pawl.server.store.jdbc;

/// Thrown in a transaction that must be rolled back, because a row does not have the version that
/// the commit was decided by. The commit must be decided again.
public final class VersionConflict extends RuntimeException {

  public VersionConflict(SqlTable table) {
    this("a row of table '%s' is missing or has another version".formatted(table));
  }

  public VersionConflict(String message) {
    super(message);
  }
}

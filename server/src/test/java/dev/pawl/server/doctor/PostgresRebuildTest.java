package dev.pawl.server.doctor;

/// Rebuilds of rows in a PostgreSQL store.
class PostgresRebuildTest extends RebuildContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

package dev.pawl.server.doctor;

/// A damaged PostgreSQL store.
class PostgresRebuildTest extends RebuildContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

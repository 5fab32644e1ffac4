package dev.pawl.server.doctor;

/// What cannot be, in a PostgreSQL store.
class PostgresInvariantTest extends InvariantContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

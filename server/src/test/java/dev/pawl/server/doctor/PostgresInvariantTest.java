package dev.pawl.server.doctor;

/// Violated invariants in a PostgreSQL store.
class PostgresInvariantTest extends InvariantContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

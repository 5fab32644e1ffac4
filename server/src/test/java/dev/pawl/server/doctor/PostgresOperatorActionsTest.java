package dev.pawl.server.doctor;

/// Remedies on a PostgreSQL store.
class PostgresOperatorActionsTest extends OperatorActionsContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

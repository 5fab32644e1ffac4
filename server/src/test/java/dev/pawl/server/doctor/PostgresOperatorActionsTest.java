package dev.pawl.server.doctor;

/// Operator actions on a PostgreSQL store.
class PostgresOperatorActionsTest extends OperatorActionsContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

package dev.pawl.server.decision;

import dev.pawl.server.doctor.DatabaseUnderTest;

/// The end of quarantined runs on a PostgreSQL store.
class PostgresQuarantineEndTest extends QuarantineEndContract {

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.postgres();
  }
}

package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;

/// The pruning of runs in PostgreSQL.
class PostgresRunRetentionTest extends RunRetentionContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

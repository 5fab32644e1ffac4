package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;

/// The pruning of journals in PostgreSQL.
class PostgresJournalRetentionTest extends JournalRetentionContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

package dev.pawl.server.store;

import dev.pawl.server.doctor.Patient;

/// What is kept in this store, and what goes.
class PostgresJournalRetentionTest extends JournalRetentionContract {

  @Override
  Patient patient() {
    return Patient.postgres();
  }
}

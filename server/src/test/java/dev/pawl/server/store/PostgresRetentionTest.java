package dev.pawl.server.store;

import dev.pawl.server.doctor.Patient;

/// What is kept in this store, and what goes.
class PostgresRetentionTest extends RetentionContract {

  @Override
  Patient patient() {
    return Patient.postgres();
  }
}

package dev.pawl.server.doctor;

/// Remedies on a PostgreSQL store.
class PostgresRemedyTest extends RemedyContract {

  @Override
  Patient patient() {
    return Patient.postgres();
  }
}

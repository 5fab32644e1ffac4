package dev.pawl.server.doctor;

/// What cannot be, in a PostgreSQL store.
class PostgresLawTest extends LawContract {

  @Override
  Patient patient() {
    return Patient.postgres();
  }
}

package dev.pawl.server.doctor;

/// The doctor on a PostgreSQL store.
class PostgresDoctorTest extends DoctorContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

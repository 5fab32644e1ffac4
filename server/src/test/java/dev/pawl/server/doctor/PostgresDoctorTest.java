package dev.pawl.server.doctor;

/// A damaged PostgreSQL store.
class PostgresDoctorTest extends DoctorContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}

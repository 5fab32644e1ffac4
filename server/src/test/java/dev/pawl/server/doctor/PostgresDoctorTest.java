package dev.pawl.server.doctor;

/// A damaged PostgreSQL store.
class PostgresDoctorTest extends DoctorContract {

  @Override
  Patient patient() {
    return Patient.postgres();
  }
}

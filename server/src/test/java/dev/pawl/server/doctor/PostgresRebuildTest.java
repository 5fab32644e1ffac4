package dev.pawl.server.doctor;

/// A damaged PostgreSQL store.
class PostgresRebuildTest extends RebuildContract {

  @Override
  Patient patient() {
    return Patient.postgres();
  }
}

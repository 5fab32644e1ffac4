package dev.pawl.server.store.sql;

import dev.pawl.server.doctor.DatabaseUnderTest;

class PostgresRunListQueryTest extends RunListQueryContract {

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.postgres();
  }
}

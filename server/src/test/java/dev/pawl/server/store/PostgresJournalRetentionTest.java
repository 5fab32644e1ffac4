package dev.pawl.server.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// What is kept of journals in this store, and what goes.
class PostgresJournalRetentionTest extends JournalRetentionContract {

  private final String url = Postgres.newSchema();

  @Override
  SqlStore open() {
    return Postgres.open(url);
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }
}

package dev.pawl.server.doctor;

import dev.pawl.server.store.Postgres;
import dev.pawl.server.store.SqlStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// Remedies on a PostgreSQL store.
class PostgresRemedyTest extends RemedyContract {

  private final String url = Postgres.newSchema();

  @Override
  SqlStore open() {
    return Postgres.open(url);
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Override
  void unguard() throws SQLException {
    damage("DROP TRIGGER journal_is_never_rewritten ON journal");
  }
}

package dev.pawl.server.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.IntStream;

/// Databases that an earlier Pawl has written.
class PostgresUpgradeTest extends UpgradeContract {

  private final String url = Postgres.newSchema();

  static IntStream earlier() {
    return IntStream.range(1, Migrations.POSTGRESQL.current());
  }

  @Override
  SqlStore upgraded(int schema) throws Exception {
    try (Connection raw = connect();
        var statement = raw.createStatement()) {
      for (int script = 1; script <= schema; script++) {
        statement.execute(Migrations.POSTGRESQL.script(script));
        statement.execute("INSERT INTO schema_version (version) VALUES (%d)".formatted(script));
      }
      statement.execute(data(Migrations.POSTGRESQL, schema));
    }
    return PostgresStore.open(url);
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }
}

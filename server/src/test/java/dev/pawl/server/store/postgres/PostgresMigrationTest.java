package dev.pawl.server.store.postgres;

import dev.pawl.server.store.Migrations;
import dev.pawl.server.store.sql.MigrationContract;
import dev.pawl.server.store.sql.SqlStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.IntStream;

/// Databases that an earlier Pawl has written.
class PostgresMigrationTest extends MigrationContract {

  private final String url = TestPostgres.newSchema();

  static IntStream earlier() {
    return IntStream.range(1, Migrations.POSTGRESQL.current());
  }

  @Override
  public SqlStore upgraded(int schema) throws Exception {
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
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }
}

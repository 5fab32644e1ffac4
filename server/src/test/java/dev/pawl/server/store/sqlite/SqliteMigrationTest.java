package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.Migrations;
import dev.pawl.server.store.sql.MigrationContract;
import dev.pawl.server.store.sql.SqlStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/// Files that an earlier Pawl has written.
class SqliteMigrationTest extends MigrationContract {

  @TempDir private Path directory;

  static IntStream earlier() {
    return IntStream.range(1, Migrations.SQLITE.current());
  }

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Override
  public SqlStore upgraded(int schema) throws Exception {
    try (Connection raw = connect();
        var statement = raw.createStatement()) {
      for (int script = 1; script <= schema; script++) {
        statement.executeUpdate(Migrations.SQLITE.script(script));
      }
      statement.executeUpdate(data(Migrations.SQLITE, schema));
      statement.executeUpdate("PRAGMA user_version = " + schema);
    }
    return SqliteStore.open(file(), InstantSource.system(), "");
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }
}

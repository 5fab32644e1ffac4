package dev.pawl.server.store;

import dev.pawl.server.runtime.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

/// What SQLite does not let happen, and what its tables show.
class SqliteGuardsTest extends GuardsContract {

  @TempDir private Path directory;

  @Override
  Store open() {
    return Stores.open(directory.resolve("pawl.db"));
  }

  @Override
  Connection connect() throws SQLException {
    var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("pawl.db"));
    new Rows(connection).change("PRAGMA foreign_keys = ON");
    return connection;
  }
}

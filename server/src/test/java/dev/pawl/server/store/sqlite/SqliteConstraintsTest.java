package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.Store;
import dev.pawl.server.store.sql.ConstraintsContract;
import dev.pawl.server.store.sql.TableReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

/// The constraints and the readable tables of SQLite.
class SqliteConstraintsTest extends ConstraintsContract {

  @TempDir private Path directory;

  @Override
  public Store open() {
    return TestSqliteStores.open(directory.resolve("pawl.db"));
  }

  @Override
  public String changeOrder() {
    return "number";
  }

  @Override
  public Connection connect() throws SQLException {
    var connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("pawl.db"));
    new TableReader(connection).execute("PRAGMA foreign_keys = ON");
    return connection;
  }
}

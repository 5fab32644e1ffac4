package dev.pawl.server.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

/// What is kept of journals in this store, and what goes.
class SqliteJournalRetentionTest extends JournalRetentionContract {

  @TempDir private Path directory;

  @Override
  SqlStore open() {
    return Stores.open(directory.resolve("pawl.db"));
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("pawl.db"));
  }
}

package dev.pawl.server.doctor;

import dev.pawl.server.store.SqlStore;
import dev.pawl.server.store.Stores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

/// Remedies on a SQLite store.
class SqliteRemedyTest extends RemedyContract {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Override
  SqlStore open() {
    return Stores.open(file());
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  @Override
  void unguard() throws SQLException {
    damage("DROP TRIGGER journal_is_never_rewritten");
    damage("DROP TRIGGER journal_is_never_shortened");
  }
}

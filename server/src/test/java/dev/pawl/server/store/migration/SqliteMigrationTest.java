package dev.pawl.server.store.migration;

import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.StatementCounter;
import dev.pawl.server.store.sqlite.SqliteDatabase;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/// Migrations of SQLite files.
class SqliteMigrationTest extends MigrationContract {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Override
  Migrations bundled() {
    return Migrations.SQLITE;
  }

  @Override
  SchemaVersion versions() {
    return SchemaVersion.SQLITE;
  }

  @Override
  SqlStore openWithOwner() {
    return TestSqliteStores.open(file());
  }

  @Override
  SqlStore open(Migrations migrations, StatementCounter counter) {
    return new SqliteStore(
        SqliteDatabase.open(file(), counter::wrap, migrations), InstantSource.system(), "");
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  @Override
  List<String> statementsOfEarlierCommit() {
    return List.of("CREATE TABLE run (id TEXT PRIMARY KEY)", "PRAGMA user_version = 4");
  }

  @Override
  String statementOfNewerSchema() {
    return "PRAGMA user_version = 99";
  }

  @Override
  int statementsOfCurrentOpen() {
    return 2; // its version, and at the end whether the log fits back into the file
  }
}

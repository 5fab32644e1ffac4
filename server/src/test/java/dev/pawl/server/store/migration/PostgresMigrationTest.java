package dev.pawl.server.store.migration;

import dev.pawl.server.store.postgres.PostgresConnectionPool;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.postgres.TestPostgres;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.StatementCounter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/// Migrations of PostgreSQL databases.
class PostgresMigrationTest extends MigrationContract {

  private final String url = TestPostgres.newSchema();

  @Override
  Migrations bundled() {
    return Migrations.POSTGRESQL;
  }

  @Override
  SchemaVersion versions() {
    return SchemaVersion.POSTGRESQL;
  }

  @Override
  SqlStore openWithOwner() {
    return TestPostgres.open(url);
  }

  @Override
  SqlStore open(Migrations migrations, StatementCounter counter) {
    return PostgresStore.open(new PostgresConnectionPool(url, counter::wrap), migrations);
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Override
  List<String> statementsOfEarlierCommit() {
    return List.of(
        "CREATE TABLE schema_version (version integer PRIMARY KEY)",
        "INSERT INTO schema_version (version) VALUES (3)");
  }

  @Override
  String statementOfNewerSchema() {
    return "INSERT INTO pawl_schema (version) VALUES (99)";
  }

  /// Whether there is a table of versions, the version, the clock, and the goodbye at the end.
  @Override
  int statementsOfCurrentOpen() {
    return 4;
  }
}

package dev.pawl.server.doctor;

import dev.pawl.server.store.postgres.TestPostgres;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/// A database with a store that a test reads directly or damages.
public sealed interface DatabaseUnderTest {

  /// Opens the store, empty at first, with [DrivenRun#OWNER] registered.
  SqlStore open();

  /// A connection beside the store, with all optional checks off.
  Connection connect() throws SQLException;

  /// The statements that drop the triggers of the journal.
  List<String> journalUnlockStatements();

  /// A time that the database takes, as a literal, and nobody can read.
  String unreadableTime();

  /// The statement, and those around it that switch off the checks of references.
  List<String> withoutReferences(String statement);

  /// The statements that make the database reject such a row of a table.
  List<String> rejection(String table, String condition);

  /// The statements that drop what [#rejection] made.
  List<String> rejectionDropped(String table);

  static DatabaseUnderTest sqlite(Path directory) {
    return new Sqlite(directory.resolve("pawl.db"));
  }

  static DatabaseUnderTest postgres() {
    return new Postgresql(TestPostgres.newSchema());
  }

  record Sqlite(Path file) implements DatabaseUnderTest {

    @Override
    public SqlStore open() {
      return TestSqliteStores.open(file);
    }

    @Override
    public Connection connect() throws SQLException {
      return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    @Override
    public List<String> withoutReferences(String statement) {
      return List.of(statement); // a plain connection checks none
    }

    @Override
    public String unreadableTime() {
      return "'garbage'";
    }

    @Override
    public List<String> journalUnlockStatements() {
      return List.of(
          "DROP TRIGGER journal_is_never_rewritten", "DROP TRIGGER journal_is_never_shortened");
    }

    @Override
    public List<String> rejection(String table, String condition) {
      return List.of(
          """
          CREATE TRIGGER poison_%1$s_insert BEFORE INSERT ON %1$s WHEN %2$s
          BEGIN SELECT RAISE(ABORT, 'poison'); END
          """
              .formatted(table, condition),
          """
          CREATE TRIGGER poison_%1$s BEFORE UPDATE ON %1$s WHEN %2$s
          BEGIN SELECT RAISE(ABORT, 'poison'); END
          """
              .formatted(table, condition));
    }

    @Override
    public List<String> rejectionDropped(String table) {
      return List.of(
          "DROP TRIGGER poison_%s_insert".formatted(table),
          "DROP TRIGGER poison_%s".formatted(table));
    }
  }

  record Postgresql(String url) implements DatabaseUnderTest {

    @Override
    public SqlStore open() {
      return TestPostgres.open(url);
    }

    @Override
    public Connection connect() throws SQLException {
      return DriverManager.getConnection(url);
    }

    @Override
    public List<String> withoutReferences(String statement) {
      return List.of(
          "SET session_replication_role = replica",
          statement,
          "SET session_replication_role = origin");
    }

    @Override
    public String unreadableTime() {
      return "'infinity'";
    }

    @Override
    public List<String> journalUnlockStatements() {
      return List.of("DROP TRIGGER journal_is_never_rewritten ON journal");
    }

    @Override
    public List<String> rejection(String table, String condition) {
      return List.of(
          """
          CREATE OR REPLACE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            RAISE check_violation USING MESSAGE = 'poison';
          END $$
          """,
          """
          CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON %s FOR EACH ROW
          WHEN (%s) EXECUTE FUNCTION poison()
          """
              .formatted(table, condition));
    }

    @Override
    public List<String> rejectionDropped(String table) {
      return List.of("DROP TRIGGER poison ON " + table);
    }
  }
}

package dev.pawl.server.store.migration;

import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;

/// Reads and writes the schema version of a database.
public enum SchemaVersion {
  /// In the file's header, beside an application id that marks the file as a store of Pawl.
  SQLITE {

    @Override
    int read(SqlConnection sql) throws SQLException {
      return sql.statement(
              """
              SELECT user_version, application_id, EXISTS (SELECT 1 FROM sqlite_schema)
              FROM pragma_user_version, pragma_application_id
              """)
          .first(row -> version(row.getInt(1), row.getInt(2), row.getBoolean(3)))
          .orElseThrow();
    }

    private int version(int user, int application, boolean hasTables) {
      if (application == APPLICATION_ID || !hasTables) {
        return user;
      }
      return user == EMPTY ? FOREIGN : BEFORE_FIRST_RELEASE;
    }

    @Override
    void lock(SqlConnection sql) throws SQLException {
      sql.execute("BEGIN IMMEDIATE");
    }

    @Override
    void write(SqlConnection sql, int version) throws SQLException {
      sql.execute("PRAGMA application_id = " + APPLICATION_ID);
      sql.execute("PRAGMA user_version = " + version);
    }
  },

  /// In the table `pawl_schema`. Commits before the first release had a table `schema_version`.
  POSTGRESQL {

    // Not by to_regclass: it may not see a table that was created while this waited for the lock.
    private static final String TABLES =
        """
        SELECT class.relname FROM pg_catalog.pg_class AS class
        JOIN pg_catalog.pg_namespace AS schema ON schema.oid = class.relnamespace
        WHERE class.relname IN ('pawl_schema', 'schema_version') AND schema.nspname = current_schema()
        """;

    @Override
    int read(SqlConnection sql) throws SQLException {
      var tables = sql.statement(TABLES).list(row -> row.getString(1));
      if (!tables.contains("pawl_schema")) {
        return tables.isEmpty() ? EMPTY : BEFORE_FIRST_RELEASE;
      }
      return sql.statement("SELECT max(version) FROM pawl_schema")
          .first(row -> row.getInt(1))
          .orElseThrow();
    }

    @Override
    void lock(SqlConnection sql) throws SQLException {
      sql.execute("BEGIN");
      sql.statement("SELECT pg_advisory_xact_lock(" + LOCK + ")").first(row -> 1);
    }

    @Override
    void write(SqlConnection sql, int version) throws SQLException {
      sql.execute("INSERT INTO pawl_schema (version) VALUES (" + version + ")");
    }
  };

  /// The version of a database without any tables.
  static final int EMPTY = 0;

  /// The version of a database that a commit before the first release wrote.
  static final int BEFORE_FIRST_RELEASE = -1;

  /// The version of a database that another program wrote.
  static final int FOREIGN = -2;

  /// `Pawl` in ASCII.
  private static final int APPLICATION_ID = 0x5061776c;

  /// Key of the advisory lock that serializes upgrades.
  private static final long LOCK = 0x7061776cL;

  abstract int read(SqlConnection sql) throws SQLException;

  /// Begins a transaction that excludes other upgrades.
  abstract void lock(SqlConnection sql) throws SQLException;

  abstract void write(SqlConnection sql, int version) throws SQLException;
}

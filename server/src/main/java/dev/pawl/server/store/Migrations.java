package dev.pawl.server.store;

import dev.pawl.server.store.jdbc.SqlConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/// Brings a database to the current schema, by numbered files, each in its own transaction. A
/// current one costs a single look at its version.
public enum Migrations {
  SQLITE(4) {
    @Override
    int version(SqlConnection sql) throws SQLException {
      return sql.statement("PRAGMA user_version").first(row -> row.getInt(1)).orElseThrow();
    }

    @Override
    void begin(SqlConnection sql) throws SQLException {
      sql.execute("BEGIN IMMEDIATE");
    }

    @Override
    void become(SqlConnection sql, int version) throws SQLException {
      sql.execute("PRAGMA user_version = " + version);
    }
  },

  POSTGRESQL(3) {
    @Override
    int version(SqlConnection sql) throws SQLException {
      // Not by to_regclass, which may know only what was there before the lock was had.
      boolean isNew =
          sql.statement(
                  """
                  SELECT NOT EXISTS (
                    SELECT 1 FROM pg_catalog.pg_class AS class
                    JOIN pg_catalog.pg_namespace AS schema ON schema.oid = class.relnamespace
                    WHERE class.relname = 'schema_version' AND schema.nspname = current_schema())
                  """)
              .first(row -> row.getBoolean(1))
              .orElseThrow();
      return isNew
          ? 0
          : sql.statement("SELECT max(version) FROM schema_version")
              .first(row -> row.getInt(1))
              .orElseThrow();
    }

    // Two that start at once: one of them waits.
    @Override
    void begin(SqlConnection sql) throws SQLException {
      sql.execute("BEGIN");
      sql.statement("SELECT pg_advisory_xact_lock(" + LOCK + ")").first(row -> 1);
    }

    @Override
    void become(SqlConnection sql, int version) throws SQLException {
      sql.execute("INSERT INTO schema_version (version) VALUES (" + version + ")");
    }
  };

  /// Any number that nobody else locks.
  private static final long LOCK = 0x7061776cL;

  private final int current;

  Migrations(int current) {
    this.current = current;
  }

  /// The version that this jar writes and reads.
  public int current() {
    return current;
  }

  abstract int version(SqlConnection sql) throws SQLException;

  abstract void begin(SqlConnection sql) throws SQLException;

  abstract void become(SqlConnection sql, int version) throws SQLException;

  /// @param what is upgraded, for people
  public void upgrade(SqlConnection sql, String what) throws SQLException {
    int version = version(sql);
    if (version > current) {
      throw new StoreUnavailable(
          "%s was written by a newer Pawl (schema %d, this one knows %d); use that one"
              .formatted(what, version, current));
    }
    while (version < current) {
      version = upgradeOnce(sql);
    }
  }

  /// The version is read again under the lock: another process may have been faster.
  private int upgradeOnce(SqlConnection sql) throws SQLException {
    begin(sql);
    try {
      int next = version(sql) + 1;
      if (next <= current) {
        sql.execute(script(next));
        become(sql, next);
      }
      sql.execute("COMMIT");
      return Math.min(next, current);
    } catch (SQLException | RuntimeException e) {
      sql.execute("ROLLBACK");
      throw e;
    }
  }

  public String script(int version) {
    String name = "%s-%03d.sql".formatted(name().toLowerCase(java.util.Locale.ROOT), version);
    try (InputStream in = Migrations.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no migration " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

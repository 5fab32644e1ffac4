package dev.pawl.server.store;

import dev.pawl.server.runtime.StoreFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;

/// Brings a database to the current schema, by numbered files, each in its own transaction. A
/// current one costs a single look at its version.
final class Migrations {

  /// The version that this jar writes and reads.
  static final int CURRENT = 1;

  static void upgrade(Sql sql, Path file) throws SQLException {
    int version = version(sql);
    if (version > CURRENT) {
      throw new StoreFailure(
          "the store %s was written by a newer Pawl (schema %d, this one knows %d); use that one"
              .formatted(file, version, CURRENT));
    }
    while (version < CURRENT) {
      version = upgradeOnce(sql);
    }
  }

  /// The version is read again under the lock: another process may have been faster.
  private static int upgradeOnce(Sql sql) throws SQLException {
    sql.run("BEGIN IMMEDIATE");
    try {
      int next = version(sql) + 1;
      if (next <= CURRENT) {
        sql.run(script(next));
        sql.run("PRAGMA user_version = " + next);
      }
      sql.run("COMMIT");
      return Math.min(next, CURRENT);
    } catch (SQLException | RuntimeException e) {
      sql.run("ROLLBACK");
      throw e;
    }
  }

  private static int version(Sql sql) throws SQLException {
    return sql.of("PRAGMA user_version").first(row -> row.getInt(1)).orElseThrow();
  }

  private static String script(int version) {
    String name = "sqlite-" + "0".repeat(3 - Integer.toString(version).length()) + version + ".sql";
    try (InputStream in = Migrations.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no migration " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Migrations() {}
}

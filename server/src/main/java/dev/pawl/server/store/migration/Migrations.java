package dev.pawl.server.store.migration;

import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.function.IntFunction;

/// Upgrades a database to the current schema with numbered scripts, each in a transaction of its
/// own. For a current database this is one query for its version.
///
/// Upgrades are promised from the first release on, whose schema is 1. A database of an earlier
/// commit is rejected, and so is one of a newer Pawl.
public final class Migrations {

  /// The schema that this Pawl reads and writes.
  private static final int CURRENT = 1;

  public static final Migrations SQLITE = bundled(SchemaVersion.SQLITE, "sqlite");
  public static final Migrations POSTGRESQL = bundled(SchemaVersion.POSTGRESQL, "postgresql");

  private final SchemaVersion versions;
  private final int current;
  private final IntFunction<String> scripts;

  /// @param current the version to upgrade to
  /// @param scripts gives the script that upgrades to a version from the one before
  public Migrations(SchemaVersion versions, int current, IntFunction<String> scripts) {
    this.versions = versions;
    this.current = current;
    this.scripts = scripts;
  }

  private static Migrations bundled(SchemaVersion versions, String name) {
    return new Migrations(
        versions, CURRENT, version -> resource("%s-%03d.sql".formatted(name, version)));
  }

  private static String resource(String name) {
    try (InputStream in = Migrations.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no migration script " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The script that upgrades to that version from the one before.
  public String script(int version) {
    return scripts.apply(version);
  }

  /// Checks that the database needs no upgrade, for those who only read it.
  ///
  /// @throws StoreUnavailable if it needs one, or this Pawl cannot read it
  public void requireCurrent(SqlConnection sql, String name) throws SQLException {
    int version = readable(sql, name);
    if (version < current) {
      throw new StoreUnavailable(
          ("cannot read %s: an older Pawl wrote it (schema %d; this Pawl reads schema %d). Run `pawl"
                  + " doctor --repair` to upgrade it.")
              .formatted(name, version, current));
    }
  }

  /// Upgrades the database if it is not current.
  ///
  /// @param name of the database in messages: `the store '/srv/pawl.db'`
  /// @throws StoreUnavailable if this Pawl cannot read it
  public void upgrade(SqlConnection sql, String name) throws SQLException {
    int version = readable(sql, name);
    while (version < current) {
      version = upgradeOnce(sql);
    }
  }

  /// The version of a database that this Pawl can read.
  private int readable(SqlConnection sql, String name) throws SQLException {
    int version = versions.read(sql);
    if (version == SchemaVersion.BEFORE_FIRST_RELEASE) {
      throw new StoreUnavailable(
          ("cannot open %s: a development version of Pawl from before the first release wrote it, and"
                  + " this Pawl cannot read that format. Move it away, then start again with an empty"
                  + " store.")
              .formatted(name));
    }
    if (version == SchemaVersion.FOREIGN) {
      throw new StoreUnavailable(
          "cannot open %s: it is not a store of Pawl, but a database of another program. Move it away, or choose another place."
              .formatted(name));
    }
    if (version > current) {
      throw new StoreUnavailable(
          ("cannot open %s: a newer Pawl wrote it (schema %d; this Pawl reads schemas up to %d)."
                  + " Use the newer Pawl.")
              .formatted(name, version, current));
    }
    return version;
  }

  /// Reads the version again under the lock: another process may have upgraded in the meantime.
  private int upgradeOnce(SqlConnection sql) throws SQLException {
    versions.lock(sql);
    try {
      int next = versions.read(sql) + 1;
      if (next <= current) {
        sql.execute(script(next));
        versions.write(sql, next);
      }
      sql.execute("COMMIT");
      return Math.min(next, current);
    } catch (SQLException | RuntimeException e) {
      sql.execute("ROLLBACK");
      throw e;
    }
  }
}

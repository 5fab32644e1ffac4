package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.sql.SqlStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// The embedded store: one SQLite file in WAL mode. Every commit is on disk before it returns.
///
/// Several processes may have the file open, each for the runs that it owns: due runs, queued
/// attempts and effects are queried for those only. What they share, such as concurrency groups, is
/// protected by versions.
public final class SqliteStore extends SqlStore {

  private final InstantSource clock;
  private final UptimeTracker uptime = new UptimeTracker();
  private Instant latest = Instant.MIN;

  public SqliteStore(Database database, InstantSource clock, String owner) {
    super(database, owner);
    this.clock = clock;
  }

  /// Opens the store in `file`, and creates or upgrades it if necessary.
  ///
  /// @param owner the process whose runs are served; empty for all runs
  /// @throws dev.pawl.server.store.StoreUnavailable if it cannot be opened
  public static SqliteStore open(Path file, InstantSource clock, String owner) {
    return new SqliteStore(SqliteDatabase.open(file), clock, owner);
  }

  /// Opens the store in `file`; empty if there is no such file.
  public static Optional<SqliteStore> openExisting(Path file, InstantSource clock) {
    return Files.exists(file) ? Optional.of(open(file, clock, "")) : Optional.empty();
  }

  /// Opens the store in `file` for reading only, which changes nothing and works on a read-only
  /// mount; empty if there is no such file.
  public static Optional<SqliteStore> openReadOnly(Path file, InstantSource clock) {
    return Files.exists(file)
        ? Optional.of(new SqliteStore(SqliteDatabase.openReadOnly(file), clock, ""))
        : Optional.empty();
  }

  /// Loads the database driver, which the first [#open] otherwise has to wait for.
  ///
  /// @throws dev.pawl.server.store.StoreUnavailable if it cannot be loaded
  public static void loadDriver() {
    try {
      SqliteConnections.loadDriver();
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot open", e);
    }
  }

  @Override
  public synchronized Instant now() {
    Instant now = Instant.ofEpochMilli(clock.millis());
    latest = now.isAfter(latest) ? now : latest;
    return latest;
  }

  @Override
  public Instant recordPresence(Instant now) {
    return uptime.record(now);
  }
}

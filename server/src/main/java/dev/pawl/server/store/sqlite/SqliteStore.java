package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.Commit;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.sql.SqlStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// The embedded store: one SQLite file, WAL, every commit on disk before it returns.
///
/// Several processes may have it open, each for the runs that it owns: what is due, ready or to be
/// told is asked for those only. What they have in common, such as concurrency groups, they agree
/// on by versions.
public final class SqliteStore extends SqlStore {

  private final InstantSource clock;
  private final UptimeTracker served = new UptimeTracker();
  private Instant latest = Instant.MIN;

  public SqliteStore(Database database, InstantSource clock, String owner) {
    super(database, owner);
    this.clock = clock;
  }

  /// Opens the store in `file`, making or upgrading it if need be.
  ///
  /// @param owner whose runs are served; empty for everybody's
  /// @throws StoreFailure if it cannot be opened
  public static SqliteStore open(Path file, InstantSource clock, String owner) {
    return new SqliteStore(SqliteDatabase.open(file), clock, owner);
  }

  /// Opens the store in `file`, if there is one, to look at it.
  public static Optional<SqliteStore> openExisting(Path file, InstantSource clock) {
    return Files.exists(file) ? Optional.of(open(file, clock, "")) : Optional.empty();
  }

  @Override
  public synchronized Instant now() {
    Instant now = Instant.ofEpochMilli(clock.millis());
    latest = now.isAfter(latest) ? now : latest;
    return latest;
  }

  @Override
  public Instant recordPresence(Instant now) {
    return served.record(now);
  }

  @Override
  public void write(SqlConnection sql, WriteBatch writes, Commit commit) throws SQLException {
    new SqliteBatchWriter(sql).write(writes);
  }
}

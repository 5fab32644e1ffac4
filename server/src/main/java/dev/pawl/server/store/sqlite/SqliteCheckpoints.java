package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.jdbc.SqlConnection;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Checkpoints the write-ahead log of a SQLite file in a thread and on a connection of its own, so
/// that commits do not wait for the disk. The connection is opened when it is first needed.
///
/// The log restarts only when all of it was checkpointed, which does not happen under continuous
/// commits. So a commit checkpoints the rest itself when the log is long: see [SqliteConnections].
final class SqliteCheckpoints implements AutoCloseable {

  /// Rows between checkpoints: a page that many commits change is then written back once.
  private static final long ROWS_PER_CHECKPOINT = 10_000;

  private final Path file;
  private final AtomicBoolean isRunning = new AtomicBoolean();
  private long rows;
  private @Nullable ExecutorService executor;
  private @Nullable SqlConnection sql;

  SqliteCheckpoints(Path file) {
    this.file = file;
  }

  /// Starts a checkpoint if enough was written since the last one.
  ///
  /// @param total how many rows the committing connection has written in its lifetime
  void recordCommit(long total) {
    if (total - rows >= ROWS_PER_CHECKPOINT && isRunning.compareAndSet(false, true)) {
      rows = total;
      if (executor == null) {
        executor =
            Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("checkpoints").factory());
      }
      executor.execute(this::checkpoint);
    }
  }

  /// A failure is ignored here: a later commit checkpoints the log itself, and reports it.
  private void checkpoint() {
    try {
      if (sql == null) {
        sql = SqliteConnections.open(file);
      }
      sql.execute("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (SQLException _) {
      // The log is unchanged.
    } finally {
      isRunning.set(false);
    }
  }

  /// Waits for a running checkpoint.
  @Override
  public void close() throws SQLException {
    if (executor != null) {
      executor.close();
    }
    if (sql != null) {
      sql.close();
    }
  }
}

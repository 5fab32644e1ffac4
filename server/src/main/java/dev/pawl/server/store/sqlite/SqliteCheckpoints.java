package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checkpoints the write-ahead log of a SQLite file in a thread and on a connection of its own, so
/// that commits do not wait for the disk. The connection is opened when it is first needed.
///
/// The log restarts only when all of it was checkpointed, which does not happen under continuous
/// commits. So a commit checkpoints the rest itself when the log is long: see [SqliteConnections].
final class SqliteCheckpoints implements AutoCloseable {

  /// Rows between checkpoints: a page that many commits change is then written back once.
  private static final long ROWS_PER_CHECKPOINT = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(SqliteCheckpoints.class);

  /// Opens the connection.
  interface Opener {
    SqlConnection open() throws SQLException;
  }

  private final Opener opener;
  private final AtomicBoolean isRunning = new AtomicBoolean();
  private long rows;
  private @Nullable ExecutorService executor;
  private @Nullable SqlConnection sql;

  SqliteCheckpoints(Opener opener) {
    this.opener = opener;
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

  /// A failure of the disk is ignored here: a later commit checkpoints the log itself, and reports
  /// it. A bug does not end the checkpoints: the next one is tried.
  private void checkpoint() {
    try {
      if (sql == null) {
        sql = opener.open();
      }
      sql.execute("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (SQLException _) {
      // The log is unchanged.
    } catch (RuntimeException e) {
      LOG.error("a checkpoint failed; the next one is tried", e);
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

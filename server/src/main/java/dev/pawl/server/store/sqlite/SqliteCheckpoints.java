package dev.pawl.server.store.sqlite;

import dev.pawl.server.UncaughtErrors;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  /// A log of this length is not continued while a checkpoint runs: on a slow disk it would grow as
  /// long as there are commits.
  private static final long LONGEST_LOG = 80L * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(SqliteCheckpoints.class);

  /// Opens the connection.
  interface Opener {
    SqlConnection open() throws SQLException;
  }

  private final Opener opener;
  private final Path log;
  private final AtomicBoolean isRunning = new AtomicBoolean();
  private long rows;
  private @Nullable ExecutorService executor;
  private @Nullable SqlConnection sql;
  private @Nullable Future<?> latest;

  /// @param log the write-ahead log
  SqliteCheckpoints(Opener opener, Path log) {
    this.opener = opener;
    this.log = log;
  }

  /// Starts a checkpoint if enough was written since the last one. Waits for the one that runs, if
  /// the log is very long.
  ///
  /// @param total how many rows the committing connection has written in its lifetime
  void recordCommit(long total) {
    if (isRunning.get() && log.toFile().length() > LONGEST_LOG) {
      awaitLatest();
    }
    if (total - rows >= ROWS_PER_CHECKPOINT && isRunning.compareAndSet(false, true)) {
      rows = total;
      if (executor == null) {
        executor =
            Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("checkpoints").factory());
      }
      latest = executor.submit(this::checkpoint);
    }
  }

  private void awaitLatest() {
    try {
      if (latest != null) {
        latest.get();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // it catches everything itself
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
    } catch (Error e) {
      UncaughtErrors.report(e); // nobody may ever ask for the result
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

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
/// commits. So a log that has reached its bound is cut to nothing, for which commits wait shortly.
/// The bound is a thirty-second of the disk or an eighth of what is free of it, 1 to 64 MiB.
final class SqliteCheckpoints implements AutoCloseable {

  /// Rows between checkpoints: a page that many commits change is then written back once.
  private static final long ROWS_PER_CHECKPOINT = 10_000;

  private static final long MEBIBYTE = 1L << 20;

  /// Growth of the log between checkpoints: few rows may be long.
  private static final long BYTES_PER_CHECKPOINT = 4 * MEBIBYTE;

  private static final long SHORTEST_BOUND = MEBIBYTE;
  private static final long LONGEST_BOUND = 64 * MEBIBYTE;
  private static final int DISK_SHARE = 32;
  private static final int FREE_SHARE = 8;

  /// How long a cut of the log waits for readers, and commits with it.
  private static final int WAIT_MILLIS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(SqliteCheckpoints.class);

  /// Opens the connection.
  interface Opener {
    SqlConnection open() throws SQLException;
  }

  private final Opener opener;
  private final Path file;
  private final Path log;
  private final AtomicBoolean isRunning = new AtomicBoolean();
  private final AtomicBoolean isCutWanted = new AtomicBoolean();
  private long rows;
  private boolean isClosed;
  private @Nullable ExecutorService executor;
  private @Nullable SqlConnection sql;
  private @Nullable Future<?> latest;

  /// Length from which on the log is cut.
  private volatile long bound;

  /// Length of the log at which the next checkpoint is due.
  private volatile long due;

  /// @param file the database
  SqliteCheckpoints(Opener opener, Path file) {
    this.opener = opener;
    this.file = file;
    this.log = SqliteConnections.log(file);
    this.bound = bound(file);
    this.due = Math.min(bound, BYTES_PER_CHECKPOINT);
  }

  private static long bound(Path file) {
    long total = file.toFile().getTotalSpace();
    if (total == 0) {
      return LONGEST_BOUND; // unknown
    }
    long share = Math.min(total / DISK_SHARE, file.toFile().getUsableSpace() / FREE_SHARE);
    return Math.clamp(share, SHORTEST_BOUND, LONGEST_BOUND);
  }

  /// Starts a checkpoint if enough was written since the last one. Waits for the one that runs, if
  /// the log is very long: on a slow disk it would grow as long as there are commits.
  ///
  /// @param total how many rows the committing connection has written in its lifetime
  synchronized void recordCommit(long total) {
    long length = log.toFile().length();
    if (isRunning.get() && length > bound + bound / 4) {
      awaitLatest();
    }
    boolean isDue = total - rows >= ROWS_PER_CHECKPOINT || length >= due || isCutWanted.get();
    if (isDue && start()) {
      rows = total;
    }
  }

  /// Starts to cut the log, however short it is, so that the disk has its space again.
  synchronized void reclaim() {
    isCutWanted.set(true);
    boolean _ = start();
  }

  /// Returns whether a checkpoint was started; only one runs at a time.
  private boolean start() {
    if (isClosed || !isRunning.compareAndSet(false, true)) {
      return false;
    }
    if (executor == null) {
      executor =
          Executors.newSingleThreadExecutor(
              Thread.ofPlatform().daemon().name("checkpoints").factory());
    }
    latest = executor.submit(this::checkpoint);
    return true;
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

  /// A failure of the disk is ignored here: a later commit finds the same problem, and reports it.
  /// A bug does not end the checkpoints: the next one is tried.
  private void checkpoint() {
    boolean cuts = isCutWanted.getAndSet(false);
    try {
      if (sql == null) {
        sql = opener.open();
        sql.execute("PRAGMA busy_timeout = " + WAIT_MILLIS);
      }
      if (fits(file, sql)) {
        sql.execute("PRAGMA wal_checkpoint(PASSIVE)"); // what commits do not wait for
        if (cuts || log.toFile().length() >= bound) {
          sql.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
      }
    } catch (SQLException _) {
      // The log is unchanged.
    } catch (RuntimeException e) {
      LOG.error("a checkpoint failed; the next one is tried", e);
    } catch (Error e) {
      UncaughtErrors.report(e); // nobody may ever ask for the result
    } finally {
      bound = bound(file);
      long length = log.toFile().length();
      long next = length + Math.min(bound, BYTES_PER_CHECKPOINT);
      due = length < bound ? Math.min(next, bound) : next;
      isRunning.set(false);
    }
  }

  /// Whether the disk has room for what the file grows by when all of its log is written back. A
  /// checkpoint that breaks off has taken up space and set none free.
  static boolean fits(Path file, SqlConnection sql) throws SQLException {
    long bytes =
        sql.statement("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            .first(row -> row.getLong(1))
            .orElse(0L);
    return bytes - file.toFile().length() <= file.toFile().getUsableSpace();
  }

  /// Waits for a running checkpoint.
  @Override
  public void close() throws SQLException {
    @Nullable ExecutorService started;
    synchronized (this) {
      isClosed = true;
      started = executor;
    }
    if (started != null) {
      started.close();
    }
    if (sql != null) {
      sql.close();
    }
  }
}

package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.jdbc.SqlConnection;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Writes what is in the log back into a SQLite file beside those who commit, on a connection of
/// its own, which is opened when so much was written for the first time: of the disk that this
/// waits for, they see nothing.
///
/// The log begins anew only when all of it was written back, which never happens while somebody
/// commits all the time. So they write back the rest themselves when it has become long: see
/// [SqliteConnections].
final class SqliteCheckpoints implements AutoCloseable {

  /// So many rows are worth it: a page that many commits write is written back once.
  private static final long ROWS = 10_000;

  private final Path file;
  private final AtomicBoolean isUnderWay = new AtomicBoolean();
  private long rows;
  private @Nullable ExecutorService beside;
  private @Nullable SqlConnection sql;

  SqliteCheckpoints(Path file) {
    this.file = file;
  }

  /// @param total how many rows were ever written on the connection that commits
  void recordCommit(long total) {
    if (total - rows >= ROWS && isUnderWay.compareAndSet(false, true)) {
      rows = total;
      if (beside == null) {
        beside =
            Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("checkpoints").factory());
      }
      beside.execute(this::writeBack);
    }
  }

  /// What fails here is not lost: whoever commits comes to it, and is told.
  private void writeBack() {
    try {
      if (sql == null) {
        sql = SqliteConnections.open(file);
      }
      sql.execute("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (SQLException _) {
      // the log is as it was
    } finally {
      isUnderWay.set(false);
    }
  }

  /// Waits for what is under way.
  @Override
  public void close() throws SQLException {
    if (beside != null) {
      beside.close();
    }
    if (sql != null) {
      sql.close();
    }
  }
}

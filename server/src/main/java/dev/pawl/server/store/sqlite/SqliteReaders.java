package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A SQLite file for those who only look: a few connections that cannot write, which are opened
/// when they are needed. In WAL mode they see what is committed, wait for no commit, and no commit
/// waits for them. What writes is passed on to the connection of commits.
final class SqliteReaders implements Database {

  private static final int MOST_CONNECTIONS = 4;

  /// Longest wait for a connection.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /// Opens a further connection.
  interface Opener {
    SqlConnection open() throws SQLException;
  }

  private final Database writer;
  private final Opener opener;
  private final Semaphore free = new Semaphore(MOST_CONNECTIONS, true);
  private final ConcurrentLinkedDeque<SqlConnection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean isClosed;

  SqliteReaders(Database writer, Opener opener) {
    this.writer = writer;
    this.opener = opener;
  }

  @Override
  public <T> T read(Work<T> work) {
    acquire();
    @Nullable SqlConnection sql = idle.pollFirst();
    try {
      if (sql == null) {
        sql = opener.open();
        sql.execute("PRAGMA query_only = ON");
      }
      return work.apply(sql);
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot read", e);
    } finally {
      release(sql);
      free.release();
    }
  }

  private void acquire() {
    try {
      if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreUnavailable("too many queries are running; try again in 5 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailable("interrupted while waiting for a connection to the store", e);
    }
    if (isClosed) {
      free.release();
      throw new StoreUnavailable("the store is closed");
    }
  }

  private void release(@Nullable SqlConnection sql) {
    if (sql != null) {
      idle.addFirst(sql);
    }
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    return read(sql -> {
      sql.execute("BEGIN");
      try {
        return work.apply(sql);
      } finally {
        sql.execute("ROLLBACK");
      }
    });
  }

  @Override
  public <T> T transact(Work<T> work) {
    return writer.transact(work);
  }

  @Override
  public void write(SqlConnection sql, WriteBatch batch) throws SQLException {
    writer.write(sql, batch);
  }

  @Override
  public Database forReaders() {
    return this;
  }

  /// Waits for the queries that are running, and closes all connections.
  @Override
  public void close() {
    isClosed = true;
    free.acquireUninterruptibly(MOST_CONNECTIONS);
    try {
      for (SqlConnection sql = idle.pollFirst(); sql != null; sql = idle.pollFirst()) {
        sql.close();
      }
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot close", e);
    } finally {
      free.release(MOST_CONNECTIONS);
    }
  }
}

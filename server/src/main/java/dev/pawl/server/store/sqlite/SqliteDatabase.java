package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.migration.Migrations;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A SQLite file and its transactions. They begin with BEGIN IMMEDIATE, so that they wait for
/// another process that writes, and no lock is held while idle.
///
/// Thread-safe: one thread at a time uses the connection. A read during a commit does not wait for
/// it: it sees the state before, on a second connection that is opened when it is first needed.
public final class SqliteDatabase implements Database {

  private final Path file;
  private final SqliteReaders.Opener opener;
  private final SqliteReaders readers;
  private final SqlConnection sql;
  private final SqliteCheckpoints checkpoints;
  private final Lock connectionLock = new ReentrantLock();
  private final Lock readerLock = new ReentrantLock();
  private @Nullable SqlConnection reader;

  private SqliteDatabase(Path file, SqlConnection sql, SqliteReaders.Opener opener) {
    this.file = file;
    this.opener = opener;
    this.readers = new SqliteReaders(this, opener);
    this.sql = sql;
    this.checkpoints = new SqliteCheckpoints(() -> SqliteConnections.open(file), file);
  }

  /// Opens the file, and creates or upgrades it if necessary.
  ///
  /// @throws dev.pawl.server.store.StoreUnavailable if it cannot be opened
  static SqliteDatabase open(Path file) {
    return open(file, connection -> connection, Migrations.SQLITE);
  }

  /// Opens the file for reading only, whatever else uses it.
  ///
  /// @throws dev.pawl.server.store.StoreUnavailable if it cannot be opened, or has another schema
  static SqliteDatabase openReadOnly(Path file) {
    try {
      SqlConnection sql = SqliteConnections.openReadOnly(file);
      try {
        Migrations.SQLITE.requireCurrent(sql, "the store '%s'".formatted(file));
      } catch (SQLException | RuntimeException e) {
        sql.close();
        throw e;
      }
      return new SqliteDatabase(file, sql, () -> SqliteConnections.openReadOnly(file));
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot open", file, e);
    }
  }

  /// Opens a database and upgrades its schema.
  ///
  /// @param wrapper wraps each connection, for tests
  /// @param migrations the schema to upgrade to
  public static SqliteDatabase open(
      Path file, UnaryOperator<Connection> wrapper, Migrations migrations) {
    try {
      SqlConnection sql = SqliteConnections.open(file, wrapper);
      try {
        migrations.upgrade(sql, "the store '%s'".formatted(file));
      } catch (SQLException | RuntimeException e) {
        sql.close();
        throw e;
      }
      return new SqliteDatabase(file, sql, () -> SqliteConnections.open(file, wrapper));
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot open", file, e);
    }
  }

  @Override
  public <T> T read(Work<T> work) {
    boolean isFree = connectionLock.tryLock();
    Lock held = isFree ? connectionLock : readerLock;
    if (!isFree) {
      readerLock.lock();
    }
    try {
      return work.apply(isFree ? sql : reader());
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot read", e);
    } finally {
      held.unlock();
    }
  }

  private SqlConnection reader() throws SQLException {
    if (reader == null) {
      reader = opener.open();
      reader.execute("PRAGMA query_only = ON");
    }
    return reader;
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    connectionLock.lock();
    try {
      sql.execute("BEGIN");
      try {
        return work.apply(sql);
      } finally {
        sql.execute("ROLLBACK");
      }
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot read", e);
    } finally {
      connectionLock.unlock();
    }
  }

  @Override
  public <T> T transact(Work<T> work) {
    connectionLock.lock();
    try {
      sql.execute("BEGIN IMMEDIATE");
      T result;
      long rows;
      try {
        result = work.apply(sql);
        rows = totalRowsWritten();
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(e);
        throw e;
      }
      commit();
      checkpoints.recordCommit(rows);
      return result;
    } catch (SQLException e) {
      if (SqliteConnections.isDataRejected(e)) {
        throw new ConstraintViolation(String.valueOf(e.getMessage()), e);
      }
      throw SqliteConnections.failure("cannot write to", e);
    } finally {
      connectionLock.unlock();
    }
  }

  @Override
  public void write(SqlConnection transaction, WriteBatch batch) throws SQLException {
    new SqliteBatchWriter(transaction).write(batch);
  }

  @Override
  public Optional<Path> file() {
    return Optional.of(file);
  }

  @Override
  public Database forReaders() {
    return readers;
  }

  @Override
  public void reclaimSpace() {
    checkpoints.reclaim();
  }

  private long totalRowsWritten() throws SQLException {
    return sql.statement("SELECT total_changes()").first(row -> row.getLong(1)).orElse(0L);
  }

  /// If a failed commit cannot be rolled back either, its outcome is unknown.
  private void commit() throws SQLException {
    try {
      sql.execute("COMMIT");
    } catch (SQLException e) {
      if (rollBack(e) || SqliteConnections.isFull(e)) {
        throw e;
      }
      throw new CommitOutcomeUnknown(
          "the store may or may not have committed: " + e.getMessage(), e);
    }
  }

  /// Rolls back. Returns false if there is no transaction any more: SQLite has rolled it back
  /// itself, or, after a failed COMMIT, may have committed it.
  private boolean rollBack(Throwable cause) {
    try {
      sql.execute("ROLLBACK");
      return true;
    } catch (SQLException e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  /// The last connection writes the log back when it is closed. If there is no room for that, the
  /// log stays, for the next start.
  @Override
  public void close() {
    readers.close();
    connectionLock.lock();
    readerLock.lock();
    try {
      checkpoints.close();
      try (@Nullable SqlConnection _ = logKeeper()) {
        if (reader != null) {
          reader.close();
        }
        sql.close();
      }
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot close", e);
    } finally {
      readerLock.unlock();
      connectionLock.unlock();
    }
  }

  /// A connection that keeps the others from writing the log back, and cannot do it itself; null if
  /// they may.
  private @Nullable SqlConnection logKeeper() {
    try {
      return SqliteCheckpoints.fits(file, sql) ? null : SqliteConnections.readable(file);
    } catch (SQLException _) {
      return null;
    }
  }
}

package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.Migrations;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.VersionConflict;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A connection to a SQLite file, and its transactions. They begin IMMEDIATE by hand: another
/// process that writes at the same time is waited for, and no lock is held while idle.
///
/// Thread-safe: one thread at a time has the connection. Whoever reads meanwhile does not wait for
/// a commit, but reads what was there before it, on a second connection that is opened for the
/// first of them.
public final class SqliteDatabase implements Database {

  private final UnaryOperator<Connection> watched;
  private final Path file;
  private final SqlConnection sql;
  private final SqliteCheckpoints checkpoints;
  private final Lock inUse = new ReentrantLock();
  private final Lock readerInUse = new ReentrantLock();
  private @Nullable SqlConnection reader;

  private SqliteDatabase(Path file, UnaryOperator<Connection> watched, SqlConnection sql) {
    this.file = file;
    this.watched = watched;
    this.sql = sql;
    this.checkpoints = new SqliteCheckpoints(file);
  }

  /// Opens the file, making or upgrading it if need be.
  ///
  /// @throws StoreFailure if it cannot be opened
  static SqliteDatabase open(Path file) {
    return open(file, connection -> connection);
  }

  /// @param watched what is used in place of the connection
  public static SqliteDatabase open(Path file, UnaryOperator<Connection> watched) {
    try {
      SqlConnection sql = SqliteConnections.open(file, watched);
      try {
        Migrations.SQLITE.upgrade(sql, "the store " + file);
      } catch (SQLException | RuntimeException e) {
        sql.close();
        throw e;
      }
      return new SqliteDatabase(file, watched, sql);
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot open", file, e);
    }
  }

  @Override
  public <T> T read(Work<T> work) {
    boolean isFree = inUse.tryLock();
    Lock taken = isFree ? inUse : readerInUse;
    if (!isFree) {
      readerInUse.lock();
    }
    try {
      return work.apply(isFree ? sql : reader());
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot read", e);
    } finally {
      taken.unlock();
    }
  }

  private SqlConnection reader() throws SQLException {
    if (reader == null) {
      reader = SqliteConnections.open(file, watched);
      reader.execute("PRAGMA query_only = ON");
    }
    return reader;
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    inUse.lock();
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
      inUse.unlock();
    }
  }

  @Override
  public <T> T transact(Work<T> work) {
    inUse.lock();
    try {
      sql.execute("BEGIN IMMEDIATE");
      T result;
      long rows;
      try {
        result = work.apply(sql);
        rows = rowsEverWritten();
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(e); // or the connection is in it for ever
        throw e;
      }
      commit();
      checkpoints.recordCommit(rows);
      return result;
    } catch (SQLException e) {
      if (SqliteConnections.isDataRejected(e)) {
        throw new VersionConflict(String.valueOf(e.getMessage()), e);
      }
      throw SqliteConnections.failure("cannot write to", e);
    } finally {
      inUse.unlock();
    }
  }

  private long rowsEverWritten() throws SQLException {
    return sql.statement("SELECT total_changes()").first(row -> row.getLong(1)).orElse(0L);
  }

  /// What cannot be rolled back any more may have happened.
  private void commit() throws SQLException {
    try {
      sql.execute("COMMIT");
    } catch (SQLException e) {
      if (rollBack(e) || SqliteConnections.isFull(e)) {
        throw e;
      }
      throw new CommitOutcomeUnknown("the store may or may not have it: " + e.getMessage(), e);
    }
  }

  /// Whether nothing of the transaction is left. It may be gone already, rolled back by SQLite
  /// itself, which only the failure of a COMMIT leaves in doubt.
  private boolean rollBack(Throwable cause) {
    try {
      sql.execute("ROLLBACK");
      return true;
    } catch (SQLException e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  @Override
  public void close() {
    inUse.lock();
    readerInUse.lock();
    try {
      checkpoints.close();
      if (reader != null) {
        reader.close();
      }
      sql.close();
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot close", e);
    } finally {
      readerInUse.unlock();
      inUse.unlock();
    }
  }
}

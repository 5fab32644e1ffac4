package dev.pawl.server.store;

import dev.pawl.server.runtime.OutcomeUnknown;
import dev.pawl.server.runtime.StoreFailure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.UnaryOperator;

/// A connection to a SQLite file, and its transactions.
///
/// They begin IMMEDIATE by hand: another process that writes at the same time is waited for, and no
/// lock is held while idle. Thread-safe by one lock.
final class SqliteDatabase implements Database {

  private final Sql sql;

  private SqliteDatabase(Sql sql) {
    this.sql = sql;
  }

  /// Opens the file, making or upgrading it if need be.
  ///
  /// @throws StoreFailure if it cannot be opened
  static SqliteDatabase open(Path file) {
    return open(file, connection -> connection);
  }

  /// @param watched what is used in place of the connection
  static SqliteDatabase open(Path file, UnaryOperator<Connection> watched) {
    try {
      Sql sql = SqliteConnections.open(file, watched);
      try {
        Migrations.SQLITE.upgrade(sql, "the store " + file);
      } catch (SQLException | RuntimeException e) {
        sql.close();
        throw e;
      }
      return new SqliteDatabase(sql);
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot open", file, e);
    }
  }

  @Override
  public synchronized <T> T read(Work<T> work) {
    try {
      return work.apply(sql);
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot read", e);
    }
  }

  @Override
  public synchronized <T> T snapshot(Work<T> work) {
    try {
      sql.run("BEGIN");
      try {
        return work.apply(sql);
      } finally {
        sql.run("ROLLBACK");
      }
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot read", e);
    }
  }

  @Override
  public synchronized <T> T transact(Work<T> work) {
    try {
      sql.run("BEGIN IMMEDIATE");
      T result;
      try {
        result = work.apply(sql);
      } catch (SQLException | RuntimeException e) {
        rollBack(e);
        throw e;
      }
      commit();
      return result;
    } catch (SQLException e) {
      if (SqliteConnections.isTaken(e)) {
        throw new Moved("something must be unique and is not", e);
      }
      throw SqliteConnections.failure("cannot write to", e);
    }
  }

  /// What cannot be rolled back any more may have happened.
  private void commit() throws SQLException {
    try {
      sql.run("COMMIT");
    } catch (SQLException e) {
      if (rollBack(e) || SqliteConnections.isFull(e)) {
        throw e;
      }
      throw new OutcomeUnknown("the store may or may not have it: " + e.getMessage(), e);
    }
  }

  /// Whether nothing of the transaction is left. It may be gone already, rolled back by SQLite
  /// itself, which only the failure of a COMMIT leaves in doubt.
  private boolean rollBack(Exception cause) {
    try {
      sql.run("ROLLBACK");
      return true;
    } catch (SQLException e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  @Override
  public synchronized void close() {
    try {
      sql.close();
    } catch (SQLException e) {
      throw SqliteConnections.failure("cannot close", e);
    }
  }
}

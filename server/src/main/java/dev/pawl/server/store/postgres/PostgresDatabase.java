package dev.pawl.server.store.postgres;

import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.Migrations;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.DeadlockDetected;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.VersionConflict;
import java.sql.SQLException;

/// A PostgreSQL, and its transactions: READ COMMITTED, in which every write says by which version
/// it was decided.
final class PostgresDatabase implements Database {

  private final PostgresConnectionPool connections;

  private PostgresDatabase(PostgresConnectionPool connections) {
    this.connections = connections;
  }

  /// Opens the database, making or upgrading its tables if need be.
  ///
  /// @throws dev.pawl.server.runtime.StoreFailure if it cannot be opened
  static PostgresDatabase open(PostgresConnectionPool connections) {
    var database = new PostgresDatabase(connections);
    database.with(
        "cannot open",
        sql -> {
          Migrations.POSTGRESQL.upgrade(sql, "the database");
          return sql;
        });
    return database;
  }

  @Override
  public <T> T read(Work<T> work) {
    return with("cannot read", work);
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    return with(
        "cannot read",
        sql -> {
          sql.connection().setAutoCommit(false);
          try {
            sql.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
            return work.apply(sql);
          } finally {
            sql.connection().rollback();
            sql.connection().setAutoCommit(true);
          }
        });
  }

  @Override
  public <T> T transact(Work<T> work) {
    return with(
        "cannot write to",
        sql -> {
          sql.connection().setAutoCommit(false);
          try {
            T result = applied(work, sql);
            commit(sql);
            sql.connection().setAutoCommit(true);
            return result;
          } catch (SQLException e) {
            if (PostgresConnectionPool.isDataRejected(e)) {
              throw new VersionConflict(String.valueOf(e.getMessage()), e);
            }
            throw e;
          }
        });
  }

  private static <T> T applied(Work<T> work, SqlConnection sql) throws SQLException {
    try {
      return work.apply(sql);
    } catch (SQLException | RuntimeException e) {
      sql.connection().rollback();
      sql.connection().setAutoCommit(true);
      throw e;
    }
  }

  /// Once it was told to commit, only an answer tells what came of it.
  private static void commit(SqlConnection sql) throws SQLException {
    try {
      sql.connection().commit();
    } catch (SQLException e) {
      if (PostgresConnectionPool.isLost(e)) {
        throw new CommitOutcomeUnknown("the database may or may not have it: " + e.getMessage(), e);
      }
      sql.connection().setAutoCommit(true); // or what is asked next is a transaction without an end
      throw e;
    }
  }

  private <T> T with(String what, Work<T> work) {
    SqlConnection sql;
    try {
      sql = connections.acquire();
    } catch (SQLException e) {
      connections.discardIdle();
      throw PostgresConnectionPool.failure(what, e);
    }
    boolean isGood = false;
    try {
      T result = work.apply(sql);
      isGood = true;
      return result;
    } catch (VersionConflict e) {
      isGood = true;
      throw e;
    } catch (SQLException e) {
      isGood = !PostgresConnectionPool.isLost(e);
      throw meaning(what, e);
    } finally {
      if (isGood) {
        connections.release(sql);
      } else {
        connections.discard(sql);
        connections.discardIdle();
      }
    }
  }

  private static RuntimeException meaning(String what, SQLException e) {
    if (PostgresConnectionPool.isUniqueViolation(e)) {
      return new VersionConflict("something must be unique and is not", e);
    }
    return PostgresConnectionPool.isDeadlock(e)
        ? new DeadlockDetected(e)
        : PostgresConnectionPool.failure(what, e);
  }

  @Override
  public void close() {
    connections.close();
  }
}

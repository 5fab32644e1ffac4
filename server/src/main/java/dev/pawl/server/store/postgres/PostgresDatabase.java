package dev.pawl.server.store.postgres;

import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.UnreadableRow;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.DeadlockDetected;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.migration.Migrations;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL database and its transactions. They are READ COMMITTED, and every write checks the
/// version that it was decided by.
final class PostgresDatabase implements Database {

  private final PostgresConnectionPool connections;
  private final @Nullable PostgresDatabase readers;

  /// @param readers the same database on connections of its own, for those who only look; null for
  ///   these themselves
  private PostgresDatabase(PostgresConnectionPool connections, @Nullable PostgresDatabase readers) {
    this.connections = connections;
    this.readers = readers;
  }

  /// Opens the database, and creates or upgrades its tables if necessary.
  ///
  /// @param migrations the schema to upgrade to
  /// @throws dev.pawl.server.store.StoreUnavailable if it cannot be opened
  static PostgresDatabase open(PostgresConnectionPool connections, Migrations migrations) {
    var readers = new PostgresDatabase(connections.forReaders(), null);
    var database = new PostgresDatabase(connections, readers);
    database.with(
        "cannot open",
        sql -> {
          migrations.upgrade(sql, "the database");
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
            T result = applyOrRollBack(work, sql);
            commit(sql);
            sql.connection().setAutoCommit(true);
            return result;
          } catch (SQLException e) {
            if (PostgresErrors.isDataRejected(e)) {
              throw new ConstraintViolation(PostgresErrors.withoutDetails(e), e);
            }
            throw e;
          }
        });
  }

  @Override
  public void write(SqlConnection transaction, WriteBatch batch) throws SQLException {
    new PostgresBatchWriter(transaction).write(batch);
  }

  private static <T> T applyOrRollBack(Work<T> work, SqlConnection sql) throws SQLException {
    try {
      return work.apply(sql);
    } catch (SQLException | RuntimeException e) {
      sql.connection().rollback();
      sql.connection().setAutoCommit(true);
      throw e;
    }
  }

  /// If the connection breaks after COMMIT was sent, the outcome is unknown.
  private static void commit(SqlConnection sql) throws SQLException {
    try {
      sql.connection().commit();
    } catch (SQLException e) {
      if (PostgresErrors.isConnectionLost(e)) {
        throw new CommitOutcomeUnknown(
            "the database may or may not have committed: " + e.getMessage(), e);
      }
      sql.connection()
          .setAutoCommit(true); // else the next query begins a transaction that nobody ends
      throw e;
    }
  }

  /// @param action that the work does, for the message if it fails
  private <T> T with(String action, Work<T> work) {
    try {
      SqlConnection sql = connections.acquire();
      try {
        return work.apply(sql);
      } catch (SQLException | CommitOutcomeUnknown e) {
        evictIfLost(e);
        throw e;
      } finally {
        connections.release(sql);
      }
    } catch (SQLException e) {
      evictIfLost(e);
      throw translate(action, e);
    }
  }

  private void evictIfLost(Exception e) {
    if (e instanceof CommitOutcomeUnknown
        || (e instanceof SQLException sql && PostgresErrors.isConnectionLost(sql))) {
      connections.evictAll();
    }
  }

  private static RuntimeException translate(String action, SQLException e) {
    if (PostgresErrors.isDeadlock(e)) {
      return new DeadlockDetected(e);
    }
    return SqlConnection.isUnreadable(e)
        ? new UnreadableRow(e)
        : PostgresErrors.unavailable(action, e);
  }

  @Override
  public Database forReaders() {
    return readers == null ? this : readers;
  }

  @Override
  public void close() {
    if (readers != null) {
      readers.close();
    }
    connections.close();
  }
}

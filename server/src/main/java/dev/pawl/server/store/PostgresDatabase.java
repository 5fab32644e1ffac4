package dev.pawl.server.store;

import dev.pawl.server.runtime.OutcomeUnknown;
import java.sql.SQLException;

/// A PostgreSQL, and its transactions: READ COMMITTED, in which every write says by which version
/// it was decided.
final class PostgresDatabase implements Database {

  private final PostgresConnections connections;

  private PostgresDatabase(PostgresConnections connections) {
    this.connections = connections;
  }

  /// Opens the database, making or upgrading its tables if need be.
  ///
  /// @throws dev.pawl.server.runtime.StoreFailure if it cannot be opened
  static PostgresDatabase open(PostgresConnections connections) {
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
            sql.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
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
            if (PostgresConnections.isRefused(e)) {
              throw new Moved(String.valueOf(e.getMessage()), e);
            }
            throw e;
          }
        });
  }

  private static <T> T applied(Work<T> work, Sql sql) throws SQLException {
    try {
      return work.apply(sql);
    } catch (SQLException | RuntimeException e) {
      sql.connection().rollback();
      sql.connection().setAutoCommit(true);
      throw e;
    }
  }

  /// Once it was told to commit, only an answer tells what came of it.
  private static void commit(Sql sql) throws SQLException {
    try {
      sql.connection().commit();
    } catch (SQLException e) {
      if (PostgresConnections.isLost(e)) {
        throw new OutcomeUnknown("the database may or may not have it: " + e.getMessage(), e);
      }
      sql.connection().setAutoCommit(true); // or what is asked next is a transaction without an end
      throw e;
    }
  }

  private <T> T with(String what, Work<T> work) {
    Sql sql;
    try {
      sql = connections.take();
    } catch (SQLException e) {
      connections.dropIdle();
      throw PostgresConnections.failure(what, e);
    }
    boolean isGood = false;
    try {
      T result = work.apply(sql);
      isGood = true;
      return result;
    } catch (Moved e) {
      isGood = true;
      throw e;
    } catch (SQLException e) {
      isGood = !PostgresConnections.isLost(e);
      throw meaning(what, e);
    } finally {
      if (isGood) {
        connections.giveBack(sql);
      } else {
        connections.drop(sql);
        connections.dropIdle();
      }
    }
  }

  private static RuntimeException meaning(String what, SQLException e) {
    if (PostgresConnections.isTaken(e)) {
      return new Moved("something must be unique and is not", e);
    }
    return PostgresConnections.isInTheWay(e)
        ? new InTheWay(e)
        : PostgresConnections.failure(what, e);
  }

  @Override
  public void close() {
    connections.close();
  }
}

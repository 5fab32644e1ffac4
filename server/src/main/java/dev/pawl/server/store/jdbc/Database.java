package dev.pawl.server.store.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/// A database and its transactions. Thread-safe.
public interface Database extends AutoCloseable {

  /// Queries and updates on one connection.
  interface Work<T> {
    T apply(SqlConnection sql) throws SQLException;
  }

  /// Runs queries, each of which sees what is committed when it starts.
  ///
  /// @throws dev.pawl.server.store.StoreUnavailable if the database cannot be read
  <T> T read(Work<T> work);

  /// Runs queries that all see the same snapshot of the database.
  ///
  /// @throws dev.pawl.server.store.StoreUnavailable if the database cannot be read
  <T> T snapshot(Work<T> work);

  /// Runs the work in one transaction.
  ///
  /// @throws DeadlockDetected if the database aborted it in favour of another transaction
  /// @throws dev.pawl.server.store.ConstraintViolation if the database rejects the data; the reason
  ///   may be a row that another transaction has written first
  /// @throws dev.pawl.server.store.CommitOutcomeUnknown if the connection broke during the commit
  /// @throws dev.pawl.server.store.StoreUnavailable if the transaction failed
  <T> T transact(Work<T> work);

  /// Writes the rows of a batch, inside a transaction.
  ///
  /// @param sql the connection of the transaction
  /// @throws VersionConflict if a row to be updated is missing or has another version
  void write(SqlConnection sql, WriteBatch batch) throws SQLException;

  /// The same database for those who only look: no commit waits for their queries.
  Database forReaders();

  /// The file of an embedded database; empty if it is none.
  default Optional<Path> file() {
    return Optional.empty();
  }

  /// Starts to give space back to the disk, if this can be done without deleting anything.
  default void reclaimSpace() {}

  @Override
  void close();
}

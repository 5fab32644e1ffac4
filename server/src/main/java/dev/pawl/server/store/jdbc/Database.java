package dev.pawl.server.store.jdbc;

import java.sql.SQLException;

/// A database, and its transactions. Thread-safe.
public interface Database extends AutoCloseable {

  /// Something that asks the database.
  interface Work<T> {
    T apply(SqlConnection sql) throws SQLException;
  }

  /// Reads, each as of its own moment.
  ///
  /// @throws StoreFailure if it cannot be read
  <T> T read(Work<T> work);

  /// Reads that all see the store at one moment, whatever is committed meanwhile.
  ///
  /// @throws StoreFailure if it cannot be read
  <T> T snapshot(Work<T> work);

  /// All of the work, or nothing.
  ///
  /// @throws Moved if that is what the work throws, or if the database refuses what it wrote
  /// @throws OutcomeUnknown if it cannot be told whether it happened
  /// @throws StoreFailure if it could not be done
  <T> T transact(Work<T> work);

  @Override
  void close();
}

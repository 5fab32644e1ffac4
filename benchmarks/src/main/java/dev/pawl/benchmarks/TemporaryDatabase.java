package dev.pawl.benchmarks;

import java.io.IOException;
import java.sql.SQLException;

/// An empty database, by its JDBC address, that is dropped when closed.
record TemporaryDatabase(String url, Drop drop) implements AutoCloseable {

  @FunctionalInterface
  interface Drop {
    void drop() throws IOException, SQLException;
  }

  @Override
  public void close() throws IOException, SQLException {
    drop.drop();
  }
}

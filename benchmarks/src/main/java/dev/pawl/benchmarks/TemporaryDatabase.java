package dev.pawl.benchmarks;

import java.io.IOException;
import java.sql.SQLException;

/// An empty database with its JDBC address, dropped on close.
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

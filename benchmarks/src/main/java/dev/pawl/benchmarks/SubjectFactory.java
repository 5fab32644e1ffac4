package dev.pawl.benchmarks;

import dev.pawl.benchmarks.measure.BenchmarkSubject;

/// A subject that can be opened on a database of its own.
record SubjectFactory(String name, Kind kind, StoreKind store, Opening opening) {

  /// What a figure is to the reader: ours, somebody else's, or what the store itself could do.
  enum Kind {
    PAWL,
    PEER,
    FLOOR
  }

  /// Opens the subject on an empty database, by its JDBC address.
  @FunctionalInterface
  interface Opening {
    BenchmarkSubject open(String url) throws Exception;
  }
}

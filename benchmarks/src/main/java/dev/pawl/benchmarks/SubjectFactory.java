package dev.pawl.benchmarks;

import dev.pawl.benchmarks.measure.BenchmarkSubject;

/// Opens a subject on a database of its own.
record SubjectFactory(String name, Kind kind, StoreKind store, Opening opening) {

  /// The role of a subject: Pawl, another engine, or the lower bound of the store.
  enum Kind {
    PAWL,
    PEER,
    FLOOR
  }

  /// Opens the subject on an empty database, given by its JDBC address.
  @FunctionalInterface
  interface Opening {
    BenchmarkSubject open(String url) throws Exception;
  }
}

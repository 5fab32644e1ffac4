package dev.pawl.benchmarks;

/// The kind of a store.
public enum StoreKind {
  SQLITE("sqlite"),
  POSTGRESQL("postgresql");

  private final String label;

  StoreKind(String label) {
    this.label = label;
  }

  /// The name on the command line and in tables.
  public String label() {
    return label;
  }
}

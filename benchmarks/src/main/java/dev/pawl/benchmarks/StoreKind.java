package dev.pawl.benchmarks;

/// Where a subject keeps what must not be lost.
public enum StoreKind {
  SQLITE("sqlite"),
  POSTGRESQL("postgresql");

  private final String label;

  StoreKind(String label) {
    this.label = label;
  }

  /// As it is written on the command line and in a table.
  public String label() {
    return label;
  }
}

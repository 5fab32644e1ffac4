package dev.pawl.workflow.diagnostics;

/// What a [Diagnostic] means for the file.
public enum Severity {
  /// The file cannot be used.
  ERROR("error"),
  /// The file can be used, but part of it does not do what its author may think.
  WARNING("warning");

  private final String label;

  Severity(String label) {
    this.label = label;
  }

  /// The word that people and editors see.
  public String label() {
    return label;
  }
}

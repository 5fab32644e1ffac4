package dev.pawl.workflow.diagnostics;

/// The severity of a [Diagnostic].
public enum Severity {
  /// The file is rejected.
  ERROR("error"),
  /// The file is accepted, but part of it may not do what its author expects.
  WARNING("warning");

  private final String label;

  Severity(String label) {
    this.label = label;
  }

  /// The word in messages, which editors recognize.
  public String label() {
    return label;
  }
}

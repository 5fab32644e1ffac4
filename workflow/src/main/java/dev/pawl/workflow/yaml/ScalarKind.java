package dev.pawl.workflow.yaml;

/// The kind of a scalar by the core schema of YAML 1.2, in which `yes`, `no` and `on` are text.
public enum ScalarKind {
  TEXT("a string"),
  INTEGER("a number"),
  DECIMAL("a number"),
  BOOLEAN("a boolean"),
  /// `null`, `~`, or nothing written.
  NOTHING("nothing");

  private final String described;

  ScalarKind(String described) {
    this.described = described;
  }

  /// Its description in messages.
  public String described() {
    return described;
  }
}

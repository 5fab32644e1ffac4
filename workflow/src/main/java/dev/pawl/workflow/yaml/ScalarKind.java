package dev.pawl.workflow.yaml;

/// What the core schema of YAML 1.2 makes of a scalar. `yes`, `no` and `on` are text there.
public enum ScalarKind {
  TEXT("a string"),
  INTEGER("a number"),
  DECIMAL("a number"),
  BOOLEAN("a boolean"),
  /// `null`, `~`, or nothing written at all.
  NOTHING("nothing");

  private final String described;

  ScalarKind(String described) {
    this.described = described;
  }

  /// As a message says it.
  public String described() {
    return described;
  }
}

package dev.pawl.workflow.keys;

/// A mapping of the language that has a fixed set of keys.
public enum Place {
  WORKFLOW("at the top level"),
  DEFAULTS("in `defaults`"),
  DEFAULTS_RUN("in `defaults.run`"),
  JOB("in a job"),
  STEP("in a step");

  private final String described;

  Place(String described) {
    this.described = described;
  }

  /// As a message says it.
  public String described() {
    return described;
  }
}

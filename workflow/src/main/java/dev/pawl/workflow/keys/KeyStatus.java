package dev.pawl.workflow.keys;

/// The support for a key of the language. Any other key is an error, or a warning where the section
/// allows unknown keys.
public enum KeyStatus {
  /// It does what its note says.
  SUPPORTED("supported"),
  /// Part of the key around it, with the same status.
  PART("as its parent key"),
  /// It is checked, and planned where that applies, with a warning: it is not executed yet. The
  /// note says what happens instead.
  NOT_EXECUTED("checked, not executed yet, with a warning"),
  /// It is checked and ignored, with a warning; the note says why.
  NO_EFFECT("no effect, with a warning"),
  /// It is checked, with a warning; a job that has it fails when it runs.
  JOB_REJECTED("checked, rejected when run"),
  /// It is an error: a later version may support it.
  UNSUPPORTED("rejected");

  private final String label;

  KeyStatus(String label) {
    this.label = label;
  }

  /// The status in the reference.
  public String label() {
    return label;
  }
}

package dev.pawl.workflow.keys;

/// What becomes of a key that the language knows. Any other key is an error, or, where a place is
/// loose, a warning.
public enum KeyStatus {
  /// It does what its note says.
  SUPPORTED("supported"),
  /// It is a part of what the key around it says, and becomes what that becomes.
  PART("as the key around it"),
  /// It is checked, and planned where there is something to plan, with a warning: nothing executes
  /// it yet. The note says what happens instead.
  NOT_EXECUTED("checked, not executed yet, with a warning"),
  /// It is checked and accepted with a warning, and does nothing; the note says why.
  NO_EFFECT("no effect, with a warning"),
  /// It is read and checked, with a warning; a job that has it is refused when it is to run.
  JOB_REJECTED("checked, refused when run"),
  /// It is an error that says so: a later version may do what the note says.
  UNSUPPORTED("refused");

  private final String label;

  KeyStatus(String label) {
    this.label = label;
  }

  /// As the documentation says it.
  public String label() {
    return label;
  }
}

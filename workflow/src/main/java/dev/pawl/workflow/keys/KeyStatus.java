package dev.pawl.workflow.keys;

/// What becomes of a key that the language knows. Any other key is an error.
public enum KeyStatus {
  /// It does what its note says.
  SUPPORTED,
  /// It is accepted with a warning and does nothing; the note says why.
  WITHOUT_EFFECT,
  /// It is an error that says so: a later version will do what the note says.
  NOT_YET
}

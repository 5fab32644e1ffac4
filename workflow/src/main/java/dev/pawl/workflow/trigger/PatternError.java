package dev.pawl.workflow.trigger;

/// Thrown for a text that is not a [FilterPattern].
public final class PatternError extends Exception {

  private static final long serialVersionUID = 1L;

  private final int offset;

  PatternError(String message, int offset) {
    super(message, null, false, false);
    this.offset = offset;
  }

  /// The offset in the pattern, in UTF-16 units from 0.
  public int offset() {
    return offset;
  }
}

package dev.pawl.workflow.trigger;

/// Why a text is no [FilterPattern].
public final class PatternError extends Exception {

  private static final long serialVersionUID = 1L;

  private final int offset;

  PatternError(String message, int offset) {
    super(message, null, false, false);
    this.offset = offset;
  }

  /// Where in the pattern, in UTF-16 units from 0.
  public int offset() {
    return offset;
  }
}

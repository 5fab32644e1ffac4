package dev.pawl.expression;

import java.util.Locale;

/// Thrown if an expression cannot be parsed or evaluated.
public final class ExpressionError extends Exception {

  private static final long serialVersionUID = 1;

  /// The phase that failed.
  public enum Kind {
    /// It contains characters that form no token, or is too long.
    LEXING,
    /// Its tokens form no expression, or it uses an unknown name.
    PARSING,
    /// It cannot be evaluated with the given values.
    EVALUATION;

    /// The name for programs.
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;
  private final int offset;

  /// @param offset the position in the source, in UTF-16 units
  public ExpressionError(Kind kind, String message, int offset) {
    // An expression is data: a stack trace of the evaluator would not help anybody.
    super(message, null, false, false);
    this.kind = kind;
    this.offset = offset;
  }

  /// The error for a token of an expression, with its position.
  static ExpressionError atToken(Kind kind, String what, String token, int offset, String source) {
    return new ExpressionError(
        kind,
        "%s: '%s'. Located at position %d within expression: %s"
            .formatted(what, token, offset + 1, source),
        offset);
  }

  public Kind kind() {
    return kind;
  }

  public int offset() {
    return offset;
  }

  public String message() {
    return String.valueOf(getMessage());
  }

  /// The same error in a text in which the expression begins at `start`.
  public ExpressionError within(int start) {
    return new ExpressionError(kind, message(), start + offset);
  }
}

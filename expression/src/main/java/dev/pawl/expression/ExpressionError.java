package dev.pawl.expression;

import java.util.Locale;

/// An expression that is none, or that came to nothing when it was evaluated.
public final class ExpressionError extends Exception {

  private static final long serialVersionUID = 1;

  /// What could not be done with the expression.
  public enum Kind {
    /// There are characters in it that make no word, or more of them than are read.
    LEXING,
    /// Its words make no expression, or name what is not there.
    PARSING,
    /// It cannot be evaluated with the values that it met.
    EVALUATION;

    /// As programs are told.
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;
  private final int offset;

  /// @param offset where in the source, in UTF-16 units
  public ExpressionError(Kind kind, String message, int offset) {
    // An expression is data: where in this program its error was found tells nobody anything.
    super(message, null, false, false);
    this.kind = kind;
    this.offset = offset;
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

  /// The same in a text in which the expression begins at `start`.
  public ExpressionError within(int start) {
    return new ExpressionError(kind, message(), start + offset);
  }
}

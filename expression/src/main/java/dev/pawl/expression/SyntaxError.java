package dev.pawl.expression;

/// Creates the error for a token at a position of an expression.
final class SyntaxError {

  static ExpressionError error(
      ExpressionError.Kind kind, String what, String word, int offset, String source) {
    return new ExpressionError(
        kind,
        "%s: '%s'. Located at position %d within expression: %s"
            .formatted(what, word, offset + 1, source),
        offset);
  }

  private SyntaxError() {}
}

package dev.pawl.expression;

/// The sentence that is said of an error in an expression's words.
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

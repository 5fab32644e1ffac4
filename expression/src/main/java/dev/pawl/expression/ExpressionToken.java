package dev.pawl.expression;

import dev.pawl.expression.value.Comparison;
import dev.pawl.expression.value.Value;
import java.util.Optional;

/// A word of an expression.
///
/// @param text as it was written
/// @param value what a literal is; `null` for all else
record ExpressionToken(Kind kind, String text, int offset, Value value) {

  /// What sort of word.
  enum Kind {
    LITERAL,
    NAME,
    SYMBOL,
    END
  }

  ExpressionToken(Kind kind, String text, int offset) {
    this(kind, text, offset, Value.Null.NULL);
  }

  /// As an error names it: a string without its quotes.
  String shown() {
    return value instanceof Value.Text(String string) ? string : text;
  }

  boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  Optional<Comparison> comparison() {
    return kind == Kind.SYMBOL ? Comparison.of(text) : Optional.empty();
  }

  /// Whether something may be looked up in what ends with it, so that a dot after it is no
  /// number's.
  boolean endsATarget() {
    return kind == Kind.NAME || is("]") || is(")") || is("*");
  }
}

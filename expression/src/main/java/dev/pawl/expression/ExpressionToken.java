package dev.pawl.expression;

import dev.pawl.expression.value.Comparison;
import dev.pawl.expression.value.Value;
import java.util.Optional;

/// A token of an expression.
///
/// @param text as it was written
/// @param value the value of a literal; `null` for other tokens
record ExpressionToken(Kind kind, String text, int offset, Value value) {

  /// The kinds of token.
  enum Kind {
    LITERAL,
    NAME,
    SYMBOL,
    END
  }

  ExpressionToken(Kind kind, String text, int offset) {
    this(kind, text, offset, Value.Null.NULL);
  }

  /// The token as an error message shows it: a string without its quotes.
  String shown() {
    return value instanceof Value.Text(String string) ? string : text;
  }

  boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  Optional<Comparison> comparison() {
    return kind == Kind.SYMBOL ? Comparison.of(text) : Optional.empty();
  }

  /// Whether a lookup may follow, so that a dot after it does not begin a number.
  boolean mayPrecedeLookup() {
    return kind == Kind.NAME || is("]") || is(")") || is("*");
  }
}

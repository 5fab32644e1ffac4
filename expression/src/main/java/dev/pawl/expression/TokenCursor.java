package dev.pawl.expression;

import dev.pawl.expression.ExpressionToken.Kind;
import java.util.List;

/// The words of an expression and the place among them, for a parser that looks one word ahead.
final class TokenCursor {

  private final String source;
  private final List<ExpressionToken> tokens;
  private int at;

  TokenCursor(String source) throws ExpressionError {
    this.source = source;
    this.tokens = Lexer.tokens(source);
  }

  ExpressionToken next() {
    return tokens.get(at);
  }

  boolean isAtEnd() {
    return next().kind() == Kind.END;
  }

  boolean isNext(String symbol) {
    return next().is(symbol);
  }

  /// The next word, if it is one of that kind.
  ExpressionToken take(Kind kind) throws ExpressionError {
    ExpressionToken token = next();
    if (token.kind() != kind) {
      throw unexpected();
    }
    at++;
    return token;
  }

  /// Whether the symbol is the next word; then it is behind us.
  boolean take(String symbol) {
    boolean isNext = isNext(symbol);
    if (isNext) {
      at++;
    }
    return isNext;
  }

  void expect(String symbol) throws ExpressionError {
    if (!take(symbol)) {
      throw unexpected();
    }
  }

  /// Of an expression that ends too early, its last word is shown: there is none where it ends.
  ExpressionError unexpected() {
    return isAtEnd()
        ? error("Unexpected end of expression", tokens.get(at - 1))
        : error("Unexpected symbol", next());
  }

  ExpressionError error(String what, ExpressionToken token) {
    return SyntaxError.error(
        ExpressionError.Kind.PARSING, what, token.shown(), token.offset(), source);
  }
}

package dev.pawl.expression;

import dev.pawl.expression.ExpressionToken.Kind;
import java.util.List;

/// A position in the tokens of an expression, for a parser with one token of lookahead.
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

  /// Consumes the next token, which must be of that kind.
  ExpressionToken take(Kind kind) throws ExpressionError {
    ExpressionToken token = next();
    if (token.kind() != kind) {
      throw unexpected();
    }
    at++;
    return token;
  }

  /// Consumes the symbol if it is the next token; false if it is not.
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

  /// For an expression that ends too early, the error shows its last token.
  ExpressionError unexpected() {
    return isAtEnd()
        ? error("Unexpected end of expression", tokens.get(at - 1))
        : error("Unexpected symbol", next());
  }

  ExpressionError error(String what, ExpressionToken token) {
    return ExpressionError.atToken(
        ExpressionError.Kind.PARSING, what, token.shown(), token.offset(), source);
  }
}

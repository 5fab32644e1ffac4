package dev.pawl.expression;

import dev.pawl.expression.ExpressionToken.Kind;
import dev.pawl.expression.value.Numbers;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Whitespace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Splits an expression into its tokens.
final class Lexer {

  private static final char QUOTE = '\'';

  private final String source;
  private final List<ExpressionToken> tokens = new ArrayList<>();
  private int at;

  private Lexer(String source) {
    this.source = source;
  }

  /// The tokens of the source, with a last one for its end.
  static List<ExpressionToken> tokens(String source) throws ExpressionError {
    return new Lexer(source).read();
  }

  private List<ExpressionToken> read() throws ExpressionError {
    while (at < source.length()) {
      char c = source.charAt(at);
      if (Whitespace.isSpace(c)) {
        at++;
      } else {
        word(c);
      }
    }
    tokens.add(new ExpressionToken(Kind.END, "", at));
    return tokens;
  }

  private void word(char first) throws ExpressionError {
    switch (first) {
      case '(', ')', '[', ']', ',', '*' -> symbol(1);
      case '!', '<', '>' -> symbol(isNext('=') ? 2 : 1);
      case '=', '&', '|' -> doubled(first);
      case QUOTE -> string();
      case '.' -> {
        if (follows(ExpressionToken::mayPrecedeLookup)) {
          symbol(1);
        } else {
          number();
        }
      }
      case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> name();
    }
  }

  private void doubled(char c) throws ExpressionError {
    if (!isNext(c)) {
      throw unexpected(endOfWord(at + 1));
    }
    symbol(2);
  }

  private void symbol(int length) {
    add(Kind.SYMBOL, at + length, Value.Null.NULL);
  }

  private void number() throws ExpressionError {
    int end = endOfWord(at + 1);
    while (end < source.length() && source.charAt(end) == '.') {
      end = endOfWord(end + 1);
    }
    double value = Numbers.parse(source.substring(at, end));
    if (Double.isNaN(value)) {
      throw unexpected(end);
    }
    add(Kind.LITERAL, end, new Value.Num(value));
  }

  private void string() throws ExpressionError {
    var read = new StringBuilder();
    for (int i = at + 1; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == QUOTE) {
        i++;
        if (i == source.length() || source.charAt(i) != QUOTE) {
          add(Kind.LITERAL, i, new Value.Text(read.toString()));
          return;
        }
      }
      read.append(c);
    }
    throw unexpected(source.length());
  }

  private void name() throws ExpressionError {
    int end = endOfWord(at + 1);
    if (!isName(at, end)) {
      throw unexpected(end);
    }
    String name = source.substring(at, end);
    if (follows(token -> token.is("."))) {
      add(Kind.NAME, end, Value.Null.NULL);
      return;
    }
    switch (name) {
      case "null" -> add(Kind.LITERAL, end, Value.Null.NULL);
      case "true" -> add(Kind.LITERAL, end, Value.Bool.TRUE);
      case "false" -> add(Kind.LITERAL, end, Value.Bool.FALSE);
      case "NaN" -> add(Kind.LITERAL, end, new Value.Num(Double.NaN));
      case "Infinity" -> add(Kind.LITERAL, end, new Value.Num(Double.POSITIVE_INFINITY));
      default -> add(Kind.NAME, end, Value.Null.NULL);
    }
  }

  private boolean isName(int from, int to) {
    for (int i = from; i < to; i++) {
      char c = source.charAt(i);
      boolean isLetter = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
      boolean isMore = i > from && (('0' <= c && c <= '9') || c == '-');
      if (!isLetter && !isMore) {
        return false;
      }
    }
    return true;
  }

  private int endOfWord(int from) {
    int end = from;
    while (end < source.length() && !isBoundary(source.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isBoundary(char c) {
    return switch (c) {
      case '(', ')', '[', ']', ',', '.', '!', '<', '>', '=', '&', '|' -> true;
      default -> Whitespace.isSpace(c);
    };
  }

  private boolean isNext(char wanted) {
    return at + 1 < source.length() && source.charAt(at + 1) == wanted;
  }

  private boolean follows(Predicate<ExpressionToken> what) {
    return !tokens.isEmpty() && what.test(tokens.getLast());
  }

  private void add(Kind kind, int end, Value value) {
    tokens.add(new ExpressionToken(kind, source.substring(at, end), at, value));
    at = end;
  }

  private ExpressionError unexpected(int end) {
    return ExpressionError.atToken(
        ExpressionError.Kind.LEXING, "Unexpected symbol", source.substring(at, end), at, source);
  }
}

package dev.pawl.expression;

import static dev.pawl.expression.ExpressionError.Kind.LEXING;
import static dev.pawl.expression.MapEnvironment.unexpected;

import org.junit.jupiter.api.Test;

/// The tokens of expressions: literals, names and invalid ones.
class LexerTest {

  private final MapEnvironment given =
      MapEnvironment.contexts("{\"a\": {\"true\": 1, \"b-c\": 2, \"_d9\": 3}}");

  @Test
  void literals() {
    given
        .gives("null", "Null", "null")
        .gives("true", "Boolean", "true")
        .gives("false", "Boolean", "false")
        .gives("'it''s ''quoted'''", "String", "\"it's 'quoted'\"")
        .gives("''", "String", "\"\"")
        .gives("'\n'", "String", "\"\\n\"");
  }

  @Test
  void numbers() {
    given
        .gives("0", "Number", "0")
        .gives("-0", "Number", "0")
        .gives("+7", "Number", "7")
        .gives("-12.5", "Number", "-12.5")
        .gives(".5", "Number", "0.5")
        .gives("5.", "Number", "5")
        .gives("1.5e3", "Number", "1500")
        .gives("1E-2", "Number", "0.01")
        .gives("0xfF", "Number", "255")
        .gives("0xFFFFFFFF", "Number", "4294967295")
        .gives("0o17", "Number", "15")
        .holds("Infinity > 1e308")
        .holds("-Infinity < -1e308")
        .holds("1e999 == Infinity")
        .holds("NaN != NaN");
  }

  @Test
  void invalidNumbers() {
    for (String word :
        new String[] {
          "-", "+", "1.2.3", "0x", "0xg", "-0x1", "0o8", "0b1", "1e", "--1", "1-2", "-NaN", "1_000",
          "-Inf", ".", "..a", ".a"
        }) {
      given.refusesAt(word, LEXING, unexpected(word), 0);
    }
  }

  @Test
  void literalsAreCaseSensitive() {
    MapEnvironment named =
        MapEnvironment.contexts("{\"True\": 1, \"NULL\": 2, \"nan\": 3, \"infinity\": 4}");
    named
        .gives("True", "Number", "1")
        .gives("NULL", "Number", "2")
        .gives("nan", "Number", "3")
        .gives("infinity", "Number", "4");
  }

  @Test
  void everyWordAfterADotIsAName() {
    given
        .gives("a.true", "Number", "1")
        .gives("a.b-c", "Number", "2")
        .gives("a . _d9", "Number", "3")
        .gives("a.null", "Null", "null");
  }

  @Test
  void unicodeWhitespaceSeparatesTokens() {
    given.gives("\t1\r\n\u00a0==\u2003 1\u000b\u0085", "Boolean", "true");
    given.refusesAt("\ufeff1", LEXING, unexpected("\ufeff1"), 0);
  }

  @Test
  void invalidTokenIsShownCompletely() {
    given
        .refusesAt("1 = 2", LEXING, unexpected("="), 2)
        .refusesAt("1 =2", LEXING, unexpected("=2"), 2)
        .refusesAt("a & a", LEXING, unexpected("&"), 2)
        .refusesAt("a |b| a", LEXING, unexpected("|b"), 2)
        .refusesAt("a/b.c", LEXING, unexpected("a/b"), 0)
        .refusesAt("a*2", LEXING, unexpected("a*2"), 0)
        .refusesAt("a'b'", LEXING, unexpected("a'b'"), 0)
        .refusesAt("\"x\"", LEXING, unexpected("\"x\""), 0)
        .refusesAt("1 == ä", LEXING, unexpected("ä"), 5)
        .refusesAt("'open", LEXING, unexpected("'open"), 0)
        .refusesAt("'it''", LEXING, unexpected("'it''"), 0);
  }

  @Test
  void lexerErrorsComeBeforeParserErrors() {
    given.refusesAt("nowhere @", LEXING, unexpected("@"), 8);
  }
}

package dev.pawl.expression;

import static dev.pawl.expression.ExpressionError.Kind.PARSING;

import org.junit.jupiter.api.Test;

/// Which words make an expression, and how they bind.
class GrammarTest {

  private final Given given = Given.contexts("{\"a\": {\"b\": [1, 2]}, \"no\": false}");

  @Test
  void operatorsBindInTheirOrder() {
    given
        .holds("true || true && false")
        .holds("1 == 1 && 2 == 2")
        .holds("1 < 2 == true")
        .holds("3 > 2 > 0")
        .holds("!no == true")
        .fails("!(no == false)")
        .gives("false && 1 || 2", "Number", "2")
        .holds("2 == 2 == 1")
        .holds("!a.nothing");
  }

  @Test
  void parenthesesComeFirst() {
    given.fails("(true || true) && false").gives("(a).b[0]", "Number", "1");
  }

  @Test
  void anExpressionWithoutAWordIsNull() {
    given.gives("", "Null", "null").gives(" \n", "Null", "null");
  }

  @Test
  void whatDoesNotFitIsShown() {
    given
        .refuses("1 2", PARSING, unexpected("2", 3, "1 2"), 2)
        .refuses("(1)2", PARSING, unexpected("2", 4, "(1)2"), 3)
        .refuses("a b", PARSING, unexpected("b", 3, "a b"), 2)
        .refuses(")", PARSING, unexpected(")", 1, ")"), 0)
        .refuses("a.[1]", PARSING, unexpected("[", 3, "a.[1]"), 2)
        .refuses("a[]", PARSING, unexpected("]", 3, "a[]"), 2)
        .refuses("a[1)", PARSING, unexpected(")", 4, "a[1)"), 3)
        .refuses("a.1", PARSING, unexpected("1", 3, "a.1"), 2)
        .refuses("2 * 3", PARSING, unexpected("*", 3, "2 * 3"), 2)
        .refuses("1[0]", PARSING, unexpected("[", 2, "1[0]"), 1)
        .refuses("join(1,)", PARSING, unexpected(")", 8, "join(1,)"), 7)
        .refuses("join(,1)", PARSING, unexpected(",", 6, "join(,1)"), 5)
        .refuses("1, 2", PARSING, unexpected(",", 2, "1, 2"), 1)
        .refuses("1 == == 2", PARSING, unexpected("==", 6, "1 == == 2"), 5)
        .refuses("null()", PARSING, unexpected("(", 5, "null()"), 4)
        .refuses("1 ! 2", PARSING, unexpected("!", 3, "1 ! 2"), 2);
  }

  @Test
  void ofWhatEndsTooEarlyTheLastWordIsShown() {
    given
        .refuses("1 &&", PARSING, end("&&", 3, "1 &&"), 2)
        .refuses("!", PARSING, end("!", 1, "!"), 0)
        .refuses("(1", PARSING, end("1", 2, "(1"), 1)
        .refuses("a[", PARSING, end("[", 2, "a["), 1)
        .refuses("a['b'", PARSING, end("'b'", 3, "a['b'"), 2)
        .refuses("a.", PARSING, end(".", 2, "a."), 1)
        .refuses("join(1, 2", PARSING, end("2", 9, "join(1, 2"), 8)
        .refuses("join(", PARSING, end("(", 5, "join("), 4);
  }

  @Test
  void namesMustBeKnown() {
    given
        .refuses("b.c", PARSING, at("Unrecognized named-value: 'b'", 1, "b.c"), 0)
        .refuses("a == b", PARSING, at("Unrecognized named-value: 'b'", 6, "a == b"), 5)
        .refuses("a()", PARSING, at("Unrecognized function: 'a'", 1, "a()"), 0)
        .refuses("no && f (b)", PARSING, at("Unrecognized function: 'f'", 7, "no && f (b)"), 6)
        .refuses("contains", PARSING, at("Unrecognized named-value: 'contains'", 1, "contains"), 0);
  }

  @Test
  void namesAreFoundWhateverTheirCase() {
    given.gives("A.B[1]", "Number", "2").holds("SUCCESS()").holds("StartsWith('ab', 'A')");
  }

  @Test
  void argumentsAreCounted() {
    given
        .refuses("contains('a')", PARSING, few("contains", "contains('a')"), 0)
        .refuses("startsWith('a')", PARSING, few("startsWith", "startsWith('a')"), 0)
        .refuses("EndsWith()", PARSING, few("EndsWith", "EndsWith()"), 0)
        .refuses("format()", PARSING, few("format", "format()"), 0)
        .refuses("case(true, 1)", PARSING, few("case", "case(true, 1)"), 0)
        .refuses("hashFiles()", PARSING, few("hashFiles", "hashFiles()"), 0)
        .refuses("toJSON(1, 2)", PARSING, many("toJSON", "toJSON(1, 2)"), 0)
        .refuses("fromJSON('1', 2)", PARSING, many("fromJSON", "fromJSON('1', 2)"), 0)
        .refuses("join(1, 2, 3)", PARSING, many("join", "join(1, 2, 3)"), 0)
        .refuses("success(1)", PARSING, many("success", "success(1)"), 0)
        .refuses(
            "case(true, 1, false, 2)",
            PARSING,
            at(
                "Even number of parameters supplied, requires an odd number of parameters: 'case'",
                1,
                "case(true, 1, false, 2)"),
            0);
    String tooMany = "format('x'" + ", 1".repeat(255) + ")";
    given.refuses(tooMany, PARSING, many("format", tooMany), 0);
    given.gives("format('x'" + ", 1".repeat(254) + ")", "String", "\"x\"");
  }

  private static String few(String name, String source) {
    return at("Too few parameters supplied: '" + name + "'", 1, source);
  }

  private static String many(String name, String source) {
    return at("Too many parameters supplied: '" + name + "'", 1, source);
  }

  private static String unexpected(String word, int position, String source) {
    return at("Unexpected symbol: '" + word + "'", position, source);
  }

  private static String end(String word, int position, String source) {
    return at("Unexpected end of expression: '" + word + "'", position, source);
  }

  private static String at(String what, int position, String source) {
    return "%s. Located at position %d within expression: %s".formatted(what, position, source);
  }
}

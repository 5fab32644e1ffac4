package dev.pawl.expression;

import static dev.pawl.expression.ExpressionError.Kind.PARSING;
import static dev.pawl.expression.MapEnvironment.unexpected;

import org.junit.jupiter.api.Test;

/// The grammar of expressions, and the precedence of operators.
class ParserTest {

  private final MapEnvironment given =
      MapEnvironment.contexts("{\"a\": {\"b\": [1, 2]}, \"no\": false}");

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
  void emptyExpressionIsNull() {
    given.gives("", "Null", "null").gives(" \n", "Null", "null");
  }

  @Test
  void unexpectedTokenIsShown() {
    given
        .refusesAt("1 2", PARSING, unexpected("2"), 2)
        .refusesAt("(1)2", PARSING, unexpected("2"), 3)
        .refusesAt("a b", PARSING, unexpected("b"), 2)
        .refusesAt(")", PARSING, unexpected(")"), 0)
        .refusesAt("a.[1]", PARSING, unexpected("["), 2)
        .refusesAt("a[]", PARSING, unexpected("]"), 2)
        .refusesAt("a[1)", PARSING, unexpected(")"), 3)
        .refusesAt("a.1", PARSING, unexpected("1"), 2)
        .refusesAt("2 * 3", PARSING, unexpected("*"), 2)
        .refusesAt("1[0]", PARSING, unexpected("["), 1)
        .refusesAt("join(1,)", PARSING, unexpected(")"), 7)
        .refusesAt("join(,1)", PARSING, unexpected(","), 5)
        .refusesAt("1, 2", PARSING, unexpected(","), 1)
        .refusesAt("1 == == 2", PARSING, unexpected("=="), 5)
        .refusesAt("null()", PARSING, unexpected("("), 4)
        .refusesAt("a 'it''s'", PARSING, unexpected("it's"), 2)
        .refusesAt("1 ! 2", PARSING, unexpected("!"), 2);
  }

  @Test
  void lastTokenOfAnIncompleteExpressionIsShown() {
    given
        .refusesAt("1 &&", PARSING, end("&&"), 2)
        .refusesAt("!", PARSING, end("!"), 0)
        .refusesAt("(1", PARSING, end("1"), 1)
        .refusesAt("a[", PARSING, end("["), 1)
        .refusesAt("a['b'", PARSING, end("b"), 2)
        .refusesAt("a.", PARSING, end("."), 1)
        .refusesAt("join(1, 2", PARSING, end("2"), 8)
        .refusesAt("join(", PARSING, end("("), 4);
  }

  @Test
  void namesMustBeKnown() {
    given
        .refusesAt("b.c", PARSING, "Unrecognized named-value: 'b'", 0)
        .refusesAt("a == b", PARSING, "Unrecognized named-value: 'b'", 5)
        .refusesAt("a()", PARSING, "Unrecognized function: 'a'", 0)
        .refusesAt("no && f (a)", PARSING, "Unrecognized function: 'f'", 6)
        .refusesAt("f(b)", PARSING, "Unrecognized named-value: 'b'", 2)
        .refusesAt("contains", PARSING, "Unrecognized named-value: 'contains'", 0);
  }

  @Test
  void nameLookupIgnoresCase() {
    given.gives("A.B[1]", "Number", "2").holds("SUCCESS()").holds("StartsWith('ab', 'A')");
  }

  @Test
  void argumentsAreCounted() {
    given
        .refusesAt("contains('a')", PARSING, few("contains"), 0)
        .refusesAt("startsWith('a')", PARSING, few("startsWith"), 0)
        .refusesAt("EndsWith()", PARSING, few("EndsWith"), 0)
        .refusesAt("format()", PARSING, few("format"), 0)
        .refusesAt("case(true, 1)", PARSING, few("case"), 0)
        .refusesAt("hashFiles()", PARSING, few("hashFiles"), 0)
        .refusesAt("toJSON(1, 2)", PARSING, many("toJSON"), 0)
        .refusesAt("fromJSON('1', 2)", PARSING, many("fromJSON"), 0)
        .refusesAt("join(1, 2, 3)", PARSING, many("join"), 0)
        .refusesAt("success(1)", PARSING, many("success"), 0)
        .refusesAt(
            "case(true, 1, false, 2)",
            PARSING,
            "Even number of parameters supplied, requires an odd number of parameters: 'case'",
            0);
    String tooMany = "format('x'" + ", 1".repeat(255) + ")";
    given.refusesAt(tooMany, PARSING, many("format"), 0);
    given.gives("format('x'" + ", 1".repeat(254) + ")", "String", "\"x\"");
  }

  private static String few(String name) {
    return "Too few parameters supplied: '" + name + "'";
  }

  private static String many(String name) {
    return "Too many parameters supplied: '" + name + "'";
  }

  private static String end(String word) {
    return "Unexpected end of expression: '" + word + "'";
  }
}

package dev.pawl.expression;

import static dev.pawl.expression.ExpressionError.Kind.EVALUATION;
import static dev.pawl.expression.ExpressionError.Kind.LEXING;
import static dev.pawl.expression.ExpressionError.Kind.PARSING;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.expression.template.Template;
import org.junit.jupiter.api.Test;

/// The limits of an expression and of its evaluation.
class ExpressionLimitsTest {

  private static final String TOO_DEEP = "Exceeded max expression depth 50";
  private static final String TOO_MUCH = "The maximum allowed memory size was exceeded";

  /// A text of a hundred thousand letters: a fifth of the memory.
  private final MapEnvironment given =
      MapEnvironment.contexts("{\"a\": null, \"big\": \"%s\"}".formatted("x".repeat(100_000)));

  @Test
  void fiftyLevelsAreAllowed() {
    given
        .gives("!".repeat(49) + "true", "Boolean", "false")
        .gives("(".repeat(49) + "1" + ")".repeat(49), "Number", "1")
        .gives("a" + ".b".repeat(49), "Null", "null")
        .gives("a" + "[1]".repeat(49), "Null", "null")
        .gives("1" + " == 1".repeat(49), "Boolean", "true")
        .gives("toJSON(".repeat(5) + "1" + ")".repeat(5) + " && 1", "Number", "1");
  }

  @Test
  void fiftyFirstLevelIsRejected() {
    given
        .refuses("!".repeat(50) + "true", PARSING, TOO_DEEP, 50)
        .refuses("(".repeat(50) + "1" + ")".repeat(50), PARSING, TOO_DEEP, 50)
        .refuses("a" + ".b".repeat(50), PARSING, TOO_DEEP, 101)
        .refuses("a" + "[1]".repeat(50), PARSING, TOO_DEEP, 149)
        .refuses("1" + "<1".repeat(50), PARSING, TOO_DEEP, 0)
        .refuses("1" + "<1".repeat(9_000), PARSING, TOO_DEEP, 0)
        .refuses("toJSON(".repeat(50) + "1" + ")".repeat(50), PARSING, TOO_DEEP, 350);
  }

  @Test
  void chainsOfOperandsAreNotDeep() {
    given
        .gives("1" + " && 1".repeat(3_000), "Number", "1")
        .gives("0" + " || 0".repeat(3_000), "Number", "0");
  }

  @Test
  void comparisonInParenthesesAddsNoWrittenLevel() {
    given
        .holds("(1 == ".repeat(48) + "1" + ")".repeat(48))
        .holds("((1 == ".repeat(24) + "1" + "))".repeat(24))
        .refuses("((1 == ".repeat(25) + "1" + "))".repeat(25), PARSING, TOO_DEEP, 170);
  }

  @Test
  void lengthIsBounded() {
    given.gives(" ".repeat(20_999) + "1", "Number", "1");
    given.refuses(" ".repeat(21_000) + "1", LEXING, "Exceeded max expression length 21000", 21_000);
  }

  @Test
  void builtTextIsLimited() {
    given
        .holds("format('{0}{0}{0}{0}{0}', big) != ''")
        .refuses("format('{0}{0}{0}{0}{0}{0}', big)", EVALUATION, TOO_MUCH, 0)
        .refuses(
            "'' == join(fromJSON(format('[{0}]', 1)), format('{0}{0}{0}{0}{0}{0}', big))",
            EVALUATION, TOO_MUCH, 41);
  }

  @Test
  void textsHeldTogetherAreCountedTogether() {
    String three = "format('{0}{0}{0}', big)";
    given.refuses(three + " == " + three, EVALUATION, TOO_MUCH, 28);
    given.refuses("toJSON(%1$s) == toJSON(%1$s)".formatted(three), EVALUATION, TOO_MUCH, 0);
  }

  @Test
  void releasedTextsAreNotCounted() {
    String three = "format('{0}{0}{0}', big) == ''";
    given.fails(three + (" || " + three).repeat(20));
    given.fails("(" + three + ") && " + three);
  }

  @Test
  void nestedQuotingIsLimited() {
    String nest = "toJSON(".repeat(40) + "'\"'" + ")".repeat(40);
    given.refuses(nest, EVALUATION, TOO_MUCH, 161);
  }

  @Test
  void evaluatedTemplateIsLimited() {
    String text = "${{ big }} ".repeat(105);
    assertThatThrownBy(() -> Template.of(text).evaluate(given.names(), given))
        .isInstanceOf(ExpressionError.class)
        .hasMessage(TOO_MUCH);
  }
}

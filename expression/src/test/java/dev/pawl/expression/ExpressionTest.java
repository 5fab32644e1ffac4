package dev.pawl.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Facts about an expression that need no evaluation.
class ExpressionTest {

  private final MapEnvironment given = MapEnvironment.contexts("{\"steps\": {}, \"matrix\": {}}");

  @Test
  void staticReferencesAreKnown() throws ExpressionError {
    assertThat(
            given
                .parse("STEPS.build['outputs'].x == steps[matrix.os].y && toJSON(steps.*.z)")
                .references())
        .containsExactly(
            new Reference("steps", List.of("build", "outputs", "x"), 0),
            new Reference("steps", List.of(), 28),
            new Reference("matrix", List.of("os"), 34),
            new Reference("steps", List.of(), 57));
  }

  @Test
  void lookupsAfterAGroupBelongToNoContext() throws ExpressionError {
    assertThat(given.parse("(steps || matrix).a").references())
        .containsExactly(
            new Reference("steps", List.of(), 1), new Reference("matrix", List.of(), 10));
    assertThat(given.parse("(steps.a).b").references())
        .containsExactly(new Reference("steps", List.of("a", "b"), 1));
  }

  @Test
  void resultReferencesExcludeTestedOnes() throws ExpressionError {
    assertThat(
            given
                .parse("steps.a == 'x' && format('{0}', matrix.b) || case(matrix.c, steps.d, 'e')")
                .resultReferences())
        .containsExactly(
            new Reference("matrix", List.of("b"), 32), new Reference("steps", List.of("d"), 60));
    assertThat(given.parse("fromJSON(steps[matrix.os].x).y[0]").resultReferences())
        .containsExactly(new Reference("steps", List.of(), 9));
    assertThat(given.parse("!steps.a || contains(steps.b, 'c') || always()").resultReferences())
        .isEmpty();
  }

  @Test
  void affirmedFunctionsExcludeNegatedOnes() throws ExpressionError {
    assertThat(given.parse("matrix.a || !(!ALWAYS() && steps.b)").affirmedFunctions())
        .containsExactly("always");
    assertThat(given.parse("!always() || always() == false").affirmedFunctions()).isEmpty();
  }

  @Test
  void functionsAreThoseOfTheEnvironment() throws ExpressionError {
    assertThat(given.parse("format('{0}', HASHFILES('a')) || Always()").functions())
        .containsExactly("always", "hashFiles");
  }

  @Test
  void statusFunctionsAreDetected() throws ExpressionError {
    assertThat(given.parse("matrix.a && (1 == case(true, ALWAYS(), 2))").callsStatusFunction())
        .isTrue();
    assertThat(given.parse("steps.success && hashFiles('x') == 'always()'").callsStatusFunction())
        .isFalse();
  }

  @Test
  void expressionsAreEqualBySource() throws ExpressionError {
    assertThat(given.parse("1 == 1"))
        .isEqualTo(MapEnvironment.nothing().parse("1 == 1"))
        .hasSameHashCodeAs(given.parse("1 == 1"))
        .hasToString("1 == 1")
        .isNotEqualTo(given.parse("1==1"));
  }
}

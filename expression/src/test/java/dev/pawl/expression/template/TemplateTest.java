package dev.pawl.expression.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.MapEnvironment;
import dev.pawl.expression.template.TemplateSegment.Embedded;
import dev.pawl.expression.template.TemplateSegment.Literal;
import dev.pawl.expression.value.Value;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TemplateTest {

  @Test
  void anEmptyTextHasNoSegments() {
    assertThat(template("").segments()).isEmpty();
  }

  @Test
  void textWithoutBracesIsOneLiteral() {
    assertThat(template("echo $HOME ${X} {{ }}").segments())
        .containsExactly(new Literal(0, "echo $HOME ${X} {{ }}"));
  }

  @Test
  void anExpressionKeepsItsOffsetAmongTheText() {
    assertThat(template("a ${{ b }} c").segments())
        .containsExactly(new Literal(0, "a "), new Embedded(2, "${{ b }}"), new Literal(10, " c"));
  }

  @Test
  void bodyIsTheTextBetweenTheBraces() {
    Embedded expression = template("x${{ b }}").expressions().getFirst();
    assertThat(expression.body()).isEqualTo(" b ");
    assertThat(expression.bodyOffset()).isEqualTo(4);
  }

  @Test
  void twoExpressionsMayTouch() {
    assertThat(template("${{a}}${{b}}").segments())
        .containsExactly(new Embedded(0, "${{a}}"), new Embedded(6, "${{b}}"));
  }

  @Test
  void bracesInAStringDoNotCloseTheExpression() {
    assertThat(template("${{ '}}' }}").expressions())
        .containsExactly(new Embedded(0, "${{ '}}' }}"));
  }

  @Test
  void aDoubledQuoteDoesNotEndTheString() {
    assertThat(template("${{ 'it''s }}' }}!").segments())
        .containsExactly(new Embedded(0, "${{ 'it''s }}' }}"), new Literal(17, "!"));
  }

  @Test
  void anApostropheOutsideOfAnExpressionIsText() {
    assertThat(template("it's ${{ a }}").expressions())
        .containsExactly(new Embedded(5, "${{ a }}"));
  }

  @Test
  void unclosedExpressionIsReportedWithItsOffset() {
    assertThat(Template.split("${{ a }} and ${{ b }")).isEqualTo(new TemplateSplit.Unclosed(13));
  }

  @Test
  void unclosedStringLeavesTheExpressionUnclosed() {
    assertThat(Template.split("${{ 'a }}")).isEqualTo(new TemplateSplit.Unclosed(0));
  }

  @Test
  void segmentsConcatenateToTheText() {
    String text = "}} ${{ a['}}'] }}\n${{ b }}}} $ {{ x }} ${{}}";
    assertThat(
            template(text).segments().stream()
                .map(TemplateSegment::source)
                .collect(Collectors.joining()))
        .isEqualTo(text);
  }

  @Test
  void oneExpressionAloneGivesItsValue() throws ExpressionError {
    assertThat(evaluated("${{ l }}")).isEqualTo(Value.parseJson("[1, null]"));
    assertThat(evaluated("${{ 1 == 1 }}")).isEqualTo(Value.Bool.TRUE);
  }

  @Test
  void expressionWithinTextGivesText() throws ExpressionError {
    assertThat(evaluated("a ${{ l[0] }}${{ l[1] }} ${{ l }}"))
        .isEqualTo(new Value.Text("a 1 Array"));
    assertThat(evaluated(" ${{ 1 }}")).isEqualTo(new Value.Text(" 1"));
    assertThat(evaluated("plain")).isEqualTo(new Value.Text("plain"));
    assertThat(evaluated("")).isEqualTo(new Value.Text(""));
  }

  @Test
  void errorOffsetsAreThoseOfTheWholeText() {
    assertError(
        "ab ${{ 1 = 2 }}",
        9,
        "Unexpected symbol: '='. Located at position 4 within expression:  1 = 2 ");
    assertError(
        "ab ${{ !fromJSON('') }}", 8, "Error parsing JSON when evaluating fromJson: empty input");
    assertError("ab ${{ }}", 6, "An expression was expected");
    assertError("ab ${{ 1", 3, "this expression is never closed");
  }

  private static void assertError(String text, int offset, String message) {
    assertThatThrownBy(() -> evaluated(text))
        .isInstanceOfSatisfying(
            ExpressionError.class,
            error -> {
              assertThat(error.message()).isEqualTo(message);
              assertThat(error.offset()).isEqualTo(offset);
            });
  }

  private static Value evaluated(String text) throws ExpressionError {
    MapEnvironment given = MapEnvironment.contexts("{\"l\": [1, null]}");
    return Template.of(text).evaluate(given.names(), given);
  }

  private static Template template(String text) {
    return (Template) Template.split(text);
  }
}

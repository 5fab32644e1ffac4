package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.hints;
import static dev.pawl.workflow.WorkflowFixture.job;
import static dev.pawl.workflow.WorkflowFixture.warnings;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.StrategyDefinition;
import dev.pawl.workflow.model.container.JobContainers;
import dev.pawl.workflow.model.container.JobContainers.UnsupportedFeature;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("StringConcatToTextBlock") // a file in two lines reads best in two
class StrategyKeysTest {

  @Test
  void aMatrixKeepsItsValuesAndTheirKinds() {
    StrategyDefinition strategy =
        strategy(
            "{ fail-fast: false, max-parallel: 2, matrix: { a: [1, x, true, { b: [~] }], c: \"${{ fromJSON('[]') }}\" } }");
    TemplateValue.MapValue matrix = (TemplateValue.MapValue) strategy.matrix().orElseThrow();
    TemplateValue.ListValue axis =
        (TemplateValue.ListValue) requireNonNull(matrix.entries().get("a"));
    assertThat(axis.items().subList(0, 3))
        .containsExactly(
            new TemplateValue.Literal(new Value.Num(1)),
            new TemplateValue.Literal(new Value.Text("x")),
            new TemplateValue.Literal(Value.of(true)));
    assertThat(axis.items().get(3)).isInstanceOf(TemplateValue.MapValue.class);
    assertThat(matrix.entries().get("c")).isInstanceOf(TemplateValue.Computed.class);
    assertThat(strategy.failFast().map(TemplateText::source)).contains("false");
    assertThat(strategy.maxParallel().map(TemplateText::source)).contains("2");
  }

  @Test
  void aMatrixMayBeOneExpression() {
    assertThat(strategy("{ matrix: \"${{ fromJSON(vars.matrix) }}\" }").matrix().orElseThrow())
        .isInstanceOf(TemplateValue.Computed.class);
    assertThat(errors(job("strategy: { matrix: \"x ${{ vars.matrix }}\" }")))
        .containsExactly(
            "6:25 `strategy.matrix`: expected an expression or a mapping, found an expression");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{};6:25 `strategy.matrix` is empty",
        "{ a: [] };6:30 `matrix.a` has no values",
        "{ a: x };6:30 `strategy.matrix.a`: expected an expression or a list, found a string",
        "{ a: [1], include: [x] };6:45 each item of `matrix.include`: expected a mapping, found a string",
        "{ a: [1], exclude: [{ b: 1 }] };6:47 `matrix.exclude`: the matrix has no `b`"
      })
  void anInvalidMatrixIsRejected(String matrix, String error) {
    assertThat(errors(job("strategy: { matrix: " + matrix + " }"))).containsExactly(error);
  }

  @Test
  void anUnknownNameInExcludeHasASuggestion() {
    assertThat(hints(job("strategy: { matrix: { node: [1], exclude: [{ nod: 1 }] } }")))
        .containsExactly("did you mean `node`?");
  }

  @Test
  void aStrategyIsAboutAMatrix() {
    assertThat(warnings(job("strategy: { fail-fast: false }")))
        .containsExactly("6:15 `strategy` without `matrix` has no effect");
  }

  @Test
  void aMatrixHasAtMost256Cells() {
    String sixteen = "[" + "1, ".repeat(16) + "]";
    assertThat(errors(job("strategy: { matrix: { a: " + sixteen + ", b: " + sixteen + " } }")))
        .isEmpty();
    assertThat(
            errors(
                job("strategy: { matrix: { a: " + sixteen + ", b: " + sixteen + ", c: [1, 2] } }")))
        .containsExactly("6:25 the matrix has more than 256 cells");
  }

  @Test
  void containersAreReadAndUnsupported() {
    String keys =
        "container: { image: 'node:${{ matrix.v }}', env: { A: b }, ports: [80], options: --cpus 1 }\n"
            + "services: { db: postgres, cache: { image: redis, command: x } }\n"
            + "snapshot: { image-name: a, if: github.ref == 'x' }";
    JobContainers containers =
        ((JobWork.Steps) workflow(job(keys)).jobs().getFirst().work()).containers();
    assertThat(containers.container().orElseThrow().env()).containsKey("A");
    assertThat(containers.services()).containsOnlyKeys("db", "cache");
    assertThat(containers.snapshot().orElseThrow().condition().map(TemplateText::source))
        .contains("github.ref == 'x'");
    assertThat(containers.unsupportedFeatures()).extracting(UnsupportedFeature::reason).hasSize(3);
    assertThat(warnings(job(keys)))
        .contains(
            "6:5 a job with `container` cannot be run yet",
            "7:5 a job with `services` cannot be run yet",
            "8:5 a job with `snapshot` cannot be run yet");
  }

  private static StrategyDefinition strategy(String value) {
    return workflow(job("strategy: " + value)).jobs().getFirst().strategy().orElseThrow();
  }
}

package dev.pawl.workflow;

import static dev.pawl.workflow.Reader.errors;
import static dev.pawl.workflow.Reader.hints;
import static dev.pawl.workflow.Reader.job;
import static dev.pawl.workflow.Reader.warnings;
import static dev.pawl.workflow.Reader.workflow;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.expression.Value;
import dev.pawl.workflow.model.Containers;
import dev.pawl.workflow.model.Data;
import dev.pawl.workflow.model.Obstacle;
import dev.pawl.workflow.model.Strategy;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("StringConcatToTextBlock") // a file in two lines reads best in two
class StrategyTest {

  @Test
  void aMatrixKeepsItsValuesAndTheirKinds() {
    Strategy strategy =
        strategy(
            "{ fail-fast: false, max-parallel: 2, matrix: { a: [1, x, true, { b: [~] }], c: \"${{ fromJSON('[]') }}\" } }");
    Data.Entries matrix = (Data.Entries) strategy.matrix().orElseThrow();
    Data.Items axis = (Data.Items) requireNonNull(matrix.entries().get("a"));
    assertThat(axis.items().subList(0, 3))
        .containsExactly(
            new Data.Literal(new Value.Num(1)),
            new Data.Literal(new Value.Text("x")),
            new Data.Literal(Value.of(true)));
    assertThat(axis.items().get(3)).isInstanceOf(Data.Entries.class);
    assertThat(matrix.entries().get("c")).isInstanceOf(Data.Computed.class);
    assertThat(strategy.failFast().map(Text::source)).contains("false");
    assertThat(strategy.maxParallel().map(Text::source)).contains("2");
  }

  @Test
  void aMatrixMayBeOneExpression() {
    assertThat(strategy("{ matrix: \"${{ fromJSON(vars.matrix) }}\" }").matrix().orElseThrow())
        .isInstanceOf(Data.Computed.class);
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
  void whatIsNoMatrixIsRefused(String matrix, String error) {
    assertThat(errors(job("strategy: { matrix: " + matrix + " }"))).containsExactly(error);
  }

  @Test
  void whatIsMeantInExcludeIsSaid() {
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
  void containersAreReadAndTellWhyTheJobCannotRun() {
    String keys =
        "container: { image: 'node:${{ matrix.v }}', env: { A: b }, ports: [80], options: --cpus 1 }\n"
            + "services: { db: postgres, cache: { image: redis, command: x } }\n"
            + "snapshot: { image-name: a, if: github.ref == 'x' }";
    Containers containers =
        ((Work.Steps) workflow(job(keys)).jobs().getFirst().work()).containers();
    assertThat(containers.container().orElseThrow().env()).containsKey("A");
    assertThat(containers.services()).containsOnlyKeys("db", "cache");
    assertThat(containers.snapshot().orElseThrow().condition().map(Text::source))
        .contains("github.ref == 'x'");
    assertThat(containers.obstacles()).extracting(Obstacle::reason).hasSize(3);
    assertThat(warnings(job(keys)))
        .contains(
            "6:5 a job with `container` cannot be run yet",
            "7:5 a job with `services` cannot be run yet",
            "8:5 a job with `snapshot` cannot be run yet");
  }

  private static Strategy strategy(String value) {
    return workflow(job("strategy: " + value)).jobs().getFirst().strategy().orElseThrow();
  }
}

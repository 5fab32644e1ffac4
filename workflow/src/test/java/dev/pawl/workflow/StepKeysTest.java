package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.hints;
import static dev.pawl.workflow.WorkflowFixture.step;
import static dev.pawl.workflow.WorkflowFixture.warnings;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.model.step.StepDefinition;
import dev.pawl.workflow.model.step.StepTask;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepKeysTest {

  @Test
  void aStepSaysAllThatItCan() {
    StepDefinition step =
        only(
            "name: Test\nid: test\nrun: |\n  make\n  make test\nshell: python\nworking-directory: src\nenv: { A: b }");
    assertThat(step.position()).isEqualTo(new Position("ci.yml", 6, 9));
    assertThat(step.name().orElseThrow().source()).isEqualTo("Test");
    assertThat(step.id()).isEqualTo("test");
    StepTask.Script run = (StepTask.Script) step.task();
    assertThat(run.script().source()).isEqualTo("make\nmake test\n");
    assertThat(run.settings().shell().orElseThrow().source()).isEqualTo("python");
    assertThat(run.settings().workingDirectory().orElseThrow().source()).isEqualTo("src");
    assertThat(requireNonNull(step.env().get("A")).source()).isEqualTo("b");
  }

  @Test
  void aScriptMayLookLikeABoolean() {
    assertThat(((StepTask.Script) only("run: true").task()).script().source()).isEqualTo("true");
  }

  @Test
  void aStepHasAScript() {
    assertThat(errors(step("name: x")))
        .containsExactly("6:9 the step has neither `run` nor `uses`");
    assertThat(errors(step("run: [a]")))
        .containsExactly("6:14 `run`: expected a script, found a list");
  }

  @Test
  void aScriptMayBeEmpty() {
    for (String run : List.of("run:", "run: ''", "run: ' '")) {
      assertThat(errors(step(run))).isEmpty();
      assertThat(warnings(step(run)))
          .singleElement()
          .asString()
          .endsWith("`run` is empty: it does nothing");
    }
    assertThat(((StepTask.Script) only("run:").task()).script().source()).isEmpty();
  }

  @Test
  void anEmptyDirectoryIsTheOneOfTheDefaults() {
    for (String directory : List.of("working-directory:", "working-directory: ''")) {
      StepTask.Script run = (StepTask.Script) only("run: x\n" + directory).task();
      assertThat(run.settings()).isEqualTo(RunSettings.NONE);
    }
  }

  @Test
  void aStepRunsAScriptOrUsesAnAction() {
    assertThat(
            ((StepTask.ActionUse) only("uses: actions/checkout@v4\nwith: { path: a }").task())
                .with())
        .containsKey("path");
    assertThat(errors(step("uses: actions/checkout")))
        .containsExactly(
            "6:15 the action `actions/checkout`: expected `owner/repository[/path]@ref`");
    assertThat(errors(step("uses: foo"))).hasSize(1);
    assertThat(errors(step("uses: ./a\nrun: x")))
        .containsExactly("6:9 `run` and `uses` are both set: keep one");
    assertThat(errors(step("uses: ./a\nshell: sh")))
        .containsExactly("7:9 `shell` is only allowed in a step with `run`");
    assertThat(errors(step("uses: ./a\nexpected-exit-codes: [3]")))
        .containsExactly("7:9 `expected-exit-codes` is only allowed in a step with `run`");
    assertThat(errors(step("run: a\nwith: { b: c }")))
        .containsExactly("7:9 `with` is only allowed in a step with `uses`");
    assertThat(errors(step("with: { b: c }")))
        .containsExactly("6:9 the step has `with`, but no `uses`");
  }

  @Test
  void anExpressionInAScriptIsReportedAtItsPosition() {
    assertThat(errors(step("run: echo ${{ github.event_name")))
        .containsExactly("6:19 this expression is not closed");
  }

  @Test
  void anIdHasAFormat() {
    assertThat(errors(step("id: a$b\nrun: x")))
        .containsExactly("6:13 `a$b` is not a valid step id");
    assertThat(errors(step("id: __a\nrun: x")))
        .containsExactly("6:13 `__a` is not a valid step id");
    assertThat(errors(step("id:\nrun: x")))
        .containsExactly("6:12 `id`: expected a string, found nothing");
  }

  @Test
  void anIdIsUniqueInItsJobWhateverItsCase() {
    String yaml = step("{ id: test, run: x }") + "      - { id: TEST, run: x }\n";
    assertThat(errors(yaml)).containsExactly("7:15 the step id `TEST` is used twice");
    assertThat(hints(yaml)).containsExactly("first used at ci.yml:6:15; case is ignored");
  }

  @Test
  void twoJobsMayHaveStepsOfTheSameId() {
    String job = "{ runs-on: x, steps: [ { id: s, run: x } ] }\n";
    assertThat(errors("on: push\njobs:\n  a: " + job + "  b: " + job)).isEmpty();
  }

  @Test
  void anErrorBehindAnAliasIsReportedOnce() {
    String yaml =
        "on: push\njobs:\n  a:\n    runs-on: x\n    steps: &s [ { rum: x, run: x } ]\n  b:\n    runs-on: x\n    steps: *s\n";
    assertThat(errors(yaml)).containsExactly("5:19 unknown key `rum` in a step");
  }

  private static StepDefinition only(String keys) {
    return ((JobWork.Steps) workflow(step(keys)).jobs().getFirst().work()).steps().getFirst();
  }
}

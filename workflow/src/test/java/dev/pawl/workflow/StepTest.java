package dev.pawl.workflow;

import static dev.pawl.workflow.Reader.errors;
import static dev.pawl.workflow.Reader.hints;
import static dev.pawl.workflow.Reader.step;
import static dev.pawl.workflow.Reader.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.Shell;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Step;
import org.junit.jupiter.api.Test;

class StepTest {

  @Test
  void aStepSaysAllThatItCan() {
    Step step =
        only(
            "name: Test\nid: test\nrun: |\n  make\n  make test\nshell: python\nworking-directory: src\nenv: { A: b }");
    assertThat(step.position()).isEqualTo(new Position("ci.yml", 6, 9));
    assertThat(step.name()).isEqualTo("Test");
    assertThat(step.id()).isEqualTo("test");
    assertThat(step.run()).isEqualTo("make\nmake test\n");
    assertThat(step.settings()).isEqualTo(new RunSettings(Shell.PYTHON, "src"));
    assertThat(step.env()).containsEntry("A", "b");
  }

  @Test
  void aScriptMayLookLikeABoolean() {
    assertThat(only("run: true").run()).isEqualTo("true");
  }

  @Test
  void aStepHasAScript() {
    assertThat(errors(step("name: x"))).containsExactly("6:9 the step has no `run`");
    assertThat(errors(step("run:"))).containsExactly("6:13 `run` is empty: a step has a script");
    assertThat(errors(step("run: ' '")))
        .containsExactly("6:14 `run` is empty: a step has a script");
    assertThat(errors(step("run: [a]")))
        .containsExactly("6:14 `run`: expected a string, found a list");
  }

  @Test
  void aStepThatUsesAnActionIsRefusedForThatOnly() {
    assertThat(errors(step("uses: actions/checkout@v4")))
        .containsExactly("6:9 `uses` in a step is not supported by this version yet");
  }

  @Test
  void anExpressionInAScriptIsToldWhereItStands() {
    assertThat(errors(step("run: |\n  echo a\n  echo ${{ github.sha }}")))
        .containsExactly("8:16 expressions are not evaluated by this version yet");
    assertThat(errors(step("run: echo ${{ github.event_name")))
        .containsExactly("6:19 this expression is never closed");
  }

  @Test
  void anIdHasAFormat() {
    assertThat(errors(step("id: a$b\nrun: x")))
        .containsExactly("6:13 `a$b` is not a valid step id");
    assertThat(errors(step("id: __a\nrun: x")))
        .containsExactly("6:13 `__a` is not a valid step id");
    assertThat(errors(step("id:\nrun: x"))).containsExactly("6:12 `` is not a valid step id");
  }

  @Test
  void anIdIsUniqueInItsJobWhateverItsCase() {
    String yaml = step("{ id: test, run: x }") + "      - { id: TEST, run: x }\n";
    assertThat(errors(yaml)).containsExactly("7:15 the step id `TEST` is used twice");
    assertThat(hints(yaml))
        .containsExactly("the first is at ci.yml:6:15; upper and lower case are alike");
  }

  @Test
  void twoJobsMayHaveStepsOfTheSameId() {
    String job = "{ runs-on: x, steps: [ { id: s, run: x } ] }\n";
    assertThat(errors("on: push\njobs:\n  a: " + job + "  b: " + job)).isEmpty();
  }

  @Test
  void aMistakeBehindAnAliasIsToldOnce() {
    String yaml =
        "on: push\njobs:\n  a:\n    runs-on: x\n    steps: &s [ { rum: x, run: x } ]\n  b:\n    runs-on: x\n    steps: *s\n";
    assertThat(errors(yaml)).containsExactly("5:19 unknown key `rum` in a step");
  }

  private static Step only(String keys) {
    return workflow(step(keys)).jobs().getFirst().steps().getFirst();
  }
}

package dev.pawl.workflow.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import org.junit.jupiter.api.Test;

/// Composite actions are replaced by their steps.
class ActionPlanTest {

  private static final String GREET =
      """
      name: Greet
      inputs:
        who: { required: true }
        how: { default: "hello ${{ github.actor }}" }
      outputs: { said: { value: "${{ steps.say.outputs.x }}" } }
      runs:
        using: composite
        steps:
          - { id: say, run: echo, shell: bash }
          - { uses: ./inner, with: { n: "${{ inputs.who }}" } }
      """;

  private static final String INNER =
      "inputs: { n: {} }\nruns: { using: composite, steps: [{ run: inner, shell: sh }] }\n";

  private static RepositoryFixture files() {
    return RepositoryFixture.with("./greet/action.yml", GREET).and("./inner/action.yaml", INNER);
  }

  private static String using(String step) {
    return """
    on: push
    defaults: { run: { shell: python } }
    jobs:
      build:
        runs-on: linux
        steps:
          - run: before
          - %s
          - run: after
    """
        .formatted(step);
  }

  private static JobBody body(RepositoryFixture files, String step) {
    return files.plan(using(step)).job(0).body();
  }

  @Test
  void itsStepsFollowOneAnother() {
    JobBody body =
        body(
            files(),
            "{ id: g, uses: ./greet, with: { WHO: world }, env: { E: e }, if: always(),"
                + " continue-on-error: true, timeout-minutes: 5 }");
    assertThat(body.steps())
        .extracting(PlannedStep::name)
        .containsExactly("Run before", "Run echo", "Run inner", "Run after");
    assertThat(body.steps())
        .extracting(PlannedStep::compositeAction)
        .containsExactly(PlannedAction.NONE, 0, 1, PlannedAction.NONE);
    assertThat(body.steps())
        .extracting(step -> ((StepAction.Script) step.action()).shell())
        .containsExactly("python", "bash", "sh", "python");
    PlannedAction greet = body.actions().getFirst();
    assertThat(greet.inputs())
        .containsExactly(entry("who", "world"), entry("how", "hello ${{ github.actor }}"));
    assertThat(greet.outputs()).containsExactly(entry("said", "${{ steps.say.outputs.x }}"));
    assertThat(greet.id()).isEqualTo("g");
    assertThat(greet.path()).isEqualTo("./greet");
    assertThat(greet.condition()).isEqualTo("always()");
    assertThat(greet.continueOnError()).isEqualTo("true");
    assertThat(greet.timeoutMinutes()).isEqualTo("5");
    assertThat(body.actions().getLast().parent()).isZero();
    assertThat(body.actions().getLast().inputs()).containsExactly(entry("n", "${{ inputs.who }}"));
    assertThat(body.mayFail(2)).isTrue();
    assertThat(body.mayFail(3)).isFalse();
  }

  @Test
  void aMissingRequiredInputIsEmptyWithAWarning() {
    assertThat(files().warnings(using("uses: ./greet")))
        .containsExactly(
            "ci.yml:8:9: warning: the action requires the input `who`: without it, the value is empty");
    assertThat(body(files(), "uses: ./greet").actions().getFirst().inputs())
        .containsEntry("who", "");
  }

  @Test
  void anUnknownInputOfAnActionIsAWarning() {
    assertThat(files().warnings(using("{ uses: ./greet, with: { who: a, hwo: b } }")))
        .containsExactly("ci.yml:8:47: warning: the action has no input `hwo`");
  }

  @Test
  void errorsOfAnActionAreReportedInItsFile() {
    var files =
        RepositoryFixture.with(
            "./greet/action.yml", "runs: { using: composite, steps: [{ run: x }] }");
    assertThat(files.wrongs(using("uses: ./greet")))
        .containsExactly("./greet/action.yml:1:35: error: the step has no `shell`");
  }

  @Test
  void anActionCannotUseItself() {
    var files =
        RepositoryFixture.with(
                "./a/action.yml", "runs: { using: composite, steps: [{ uses: ./b }] }")
            .and("./b/action.yml", "runs: { using: composite, steps: [{ uses: ./a }] }");
    assertThat(files.wrongs(using("uses: ./a")))
        .containsExactly("./b/action.yml:1:43: error: the action `./a` cannot be used");
  }

  @Test
  void actionsAreNestedAtMostTenDeep() {
    RepositoryFixture files = new RepositoryFixture();
    for (int depth = 0; depth < 11; depth++) {
      files.and(
          "./a%d/action.yml".formatted(depth),
          "runs: { using: composite, steps: [{ uses: ./a%d }] }".formatted(depth + 1));
    }
    files.and("./a11/action.yml", INNER);
    assertThat(files.plan(using("uses: ./a2")).job(0).steps()).hasSize(3);
    assertThat(files.wrongs(using("uses: ./a1"))).isNotEmpty();
    assertThat(files.errors(using("uses: ./a2\n      - uses: ./a1")))
        .containsExactly("./a10/action.yml:1:43: error: actions may be nested at most 10 deep");
  }

  @Test
  void warningsOfAnActionAreReportedOnce() {
    var files =
        RepositoryFixture.with(
            "./a/action.yml",
            "runs: { using: composite, steps: [{ run: 'x ${{ github.head_ref }}', shell: sh }] }");
    assertThat(files.warnings(using("uses: ./a\n      - uses: ./a")))
        .containsExactly(
            "./a/action.yml:1:49: warning: untrusted value in a script: an outsider may"
                + " inject code with it");
  }

  @Test
  void anUnavailableActionIsAWarning() {
    var node = RepositoryFixture.with("./node/action.yml", "runs: { using: node20, main: x.js }");
    assertThat(node.warnings(using("uses: ./node\n      - uses: ./typo")))
        .containsExactly(
            "ci.yml:8:15: warning: the action `./node` is not available: the step will fail",
            "ci.yml:9:15: warning: the action `./typo` is not available: the step will fail");
  }

  @Test
  void actionsThatMultiplyAreBounded() {
    RepositoryFixture files = new RepositoryFixture();
    for (int depth = 0; depth < 9; depth++) {
      String next = "{ uses: ./a%d }".formatted(depth + 1);
      files.and(
          "./a%d/action.yml".formatted(depth),
          "runs: { using: composite, steps: [%1$s, %1$s, %1$s, %1$s] }".formatted(next));
    }
    files.and("./a9/action.yml", INNER);
    assertThat(files.errors(using("uses: ./a0")))
        .containsExactly("./a9/action.yml:2:35: error: more than 1,000 steps in a job");
  }

  @Test
  void anUnavailableActionFailsItsStep() {
    assertThat(body(files(), "uses: actions/setup-node@v4").steps().get(1).action())
        .isEqualTo(
            new StepAction.Unavailable(
                "actions/setup-node@v4",
                "only actions/checkout and actions of this repository are supported"));
    assertThat(body(files(), "uses: ./nowhere").steps().get(1).action())
        .isEqualTo(new StepAction.Unavailable("./nowhere", "no action.yml in ./nowhere"));
    var node = RepositoryFixture.with("./node/action.yml", "runs: { using: node20, main: x.js }");
    assertThat(body(node, "uses: ./node").steps().get(1).action())
        .isEqualTo(
            new StepAction.Unavailable(
                "./node",
                "./node/action.yml runs using `node20`: only composite actions are supported"));
  }

  @Test
  void checkoutIsBuiltIn() {
    PlannedStep step =
        body(files(), "{ uses: actions/checkout@v4, with: { path: x } }").steps().get(1);
    assertThat(step.action()).isEqualTo(new StepAction.Checkout());
    assertThat(step.with()).containsExactly(entry("path", "x"));
  }
}

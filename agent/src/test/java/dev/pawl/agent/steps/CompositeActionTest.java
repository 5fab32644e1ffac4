package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.StepBuilder;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedAction;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Composite actions, whose steps have a scope of their own.
class CompositeActionTest extends AgentStory {

  private static final int JOB = PlannedAction.NONE;

  private static PlannedAction action(int parent, String id) {
    return new PlannedAction(
        parent,
        id,
        "Use " + id,
        ".github/actions/" + id,
        OrderedMaps.copyOf(Map.of("word", "${{ github.sha }}${{ env.WORD }}")),
        OrderedMaps.copyOf(Map.of("said", "${{ steps.say.outputs.said }}")),
        OrderedMaps.copyOf(Map.of("WORD", "hi")),
        "",
        "false",
        "",
        "ci.yaml:20:9");
  }

  private static PlannedAction when(PlannedAction it, String condition) {
    return with(it, it.inputs(), it.outputs(), condition, it.continueOnError());
  }

  private static PlannedAction mayFail(PlannedAction it) {
    return mayFail(it, "true");
  }

  private static PlannedAction mayFail(PlannedAction it, String when) {
    return with(it, it.inputs(), it.outputs(), it.condition(), when);
  }

  private static PlannedAction with(
      PlannedAction it,
      Map<String, String> inputs,
      Map<String, String> outputs,
      String condition,
      String continueOnError) {
    return new PlannedAction(
        it.parent(),
        it.id(),
        it.name(),
        it.path(),
        OrderedMaps.copyOf(inputs),
        OrderedMaps.copyOf(outputs),
        it.env(),
        condition,
        continueOnError,
        it.timeoutMinutes(),
        it.source());
  }

  private static final StepBuilder SAY =
      run("echo \"said=${{ inputs.word }}!\" >> $GITHUB_OUTPUT; echo $WORD '${{ steps.outer.outputs.x }}'")
          .id("say");

  @Test
  void inputsGoInAndOutputsComeOut() throws InterruptedException {
    isDispatched(
        job(
                run("echo x=1 >> $GITHUB_OUTPUT").id("outer"),
                SAY.of(0),
                run("echo '${{ github.action_path }}' $GITHUB_ACTION_PATH").of(0),
                run(
                    "echo '${{ steps.greet.outputs.said }}' '${{ steps.say.outputs.said }}' $WORD"
                        + " '${{ steps.greet.outcome }}' '${{ github.action_path }}'"))
            .withActions(action(JOB, "greet"))
            .seeing("{\"github\": {\"sha\": \"abc\"}}"));
    assertThat(server.result().status()).isEqualTo("success");
    String path = tree.resolve(".github/actions/greet").toString();
    assertThat(server.log(1)).isEqualTo("hi \n");
    assertThat(server.log(2)).isEqualTo(path + " " + path + "\n");
    assertThat(server.log(3)).isEqualTo("abchi!  success \n");
  }

  @Test
  void actionsWithinActions() throws InterruptedException {
    PlannedAction outer =
        with(
            action(JOB, "outer"),
            Map.of("word", "deep"),
            Map.of("said", "<${{ steps.inner.outputs.said }}>"),
            "",
            "false");
    PlannedAction inner =
        with(
            action(0, "inner"),
            Map.of("word", "${{ inputs.word }}er"),
            Map.of("said", "${{ steps.say.outputs.said }}"),
            "",
            "false");
    isDispatched(
        job(
                run("true").of(0),
                SAY.of(1),
                run("echo '${{ steps.inner.outputs.said }}' '${{ inputs.word }}'").of(0),
                run("echo '${{ steps.outer.outputs.said }}' '${{ inputs.word }}'"))
            .withActions(outer, inner));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(2)).isEqualTo("deeper! deep\n");
    assertThat(server.log(3)).isEqualTo("<deeper!> \n");
  }

  @Test
  void noStepOfADisabledActionRuns() throws InterruptedException {
    isDispatched(
        job(
                run("echo never").of(0),
                run("echo never").of(0).when("always()"),
                run("echo '${{ steps.a.outcome }}.${{ steps.a.outputs.said }}'"))
            .withActions(when(action(JOB, "a"), "github.sha == 'other'")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.states(0)).containsExactly("skipped");
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(server.log(2)).isEqualTo("skipped.\n");
  }

  @Test
  void aFailedStepFailsItsActionAndTheJob() throws InterruptedException {
    isDispatched(
        job(
                run("exit 3").of(0).named("Inner"),
                run("echo never").of(0),
                run("echo inner").of(0).when("failure()"),
                run("echo never"),
                run("echo '${{ steps.a.outcome }}'").when("failure()"),
                run("echo its own status").of(1))
            .withActions(action(JOB, "a"), when(action(JOB, "b"), "always()")));
    assertThat(server.result().reason()).isEqualTo("step 'Use a / Inner' failed: exit code 3");
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(server.log(2)).isEqualTo("inner\n");
    assertThat(server.states(3)).containsExactly("skipped");
    assertThat(server.log(4)).isEqualTo("failure\n");
    assertThat(server.log(5)).isEqualTo("its own status\n");
  }

  @Test
  void anActionThatMayFail() throws InterruptedException {
    isDispatched(
        job(run("exit 3").of(0), run("echo '${{ steps.a.outcome }} ${{ steps.a.conclusion }}'"))
            .withActions(mayFail(action(JOB, "a"))));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).isEqualTo("failure success\n");
  }

  @Test
  void inputsThatCannotBeEvaluatedFailTheAction() throws InterruptedException {
    PlannedAction bad =
        with(action(JOB, "a"), Map.of("x", "${{ fromJSON('{') }}"), Map.of(), "", "false");
    isDispatched(
        job(run("echo never").of(0), run("echo never").of(0).when("always()"), run("true"))
            .withActions(bad));
    assertThat(server.result().reason()).contains("with.x: ", "ci.yaml:20:9");
    assertThat(server.states(0)).containsExactly("running", "failed");
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(server.states(2)).containsExactly("skipped");
  }

  @Test
  void outputsThatCannotBeEvaluatedFailTheAction() throws InterruptedException {
    PlannedAction bad =
        with(action(JOB, "a"), Map.of(), Map.of("x", "${{ fromJSON('{') }}"), "", "false");
    isDispatched(job(run("true").of(0), run("true")).withActions(bad));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.result().reason()).contains("outputs.x: ", "ci.yaml:20:9");
    assertThat(server.states(1)).containsExactly("skipped");
  }

  @Test
  void itsTimeIsForAllOfItsSteps() throws InterruptedException {
    PlannedAction it = action(JOB, "a");
    PlannedAction brief =
        new PlannedAction(
            it.parent(),
            it.id(),
            it.name(),
            it.path(),
            it.inputs(),
            it.outputs(),
            it.env(),
            "",
            "true",
            "${{ 0.01 }}",
            it.source());
    isDispatched(
        job(run("true").of(0), run("while :; do sleep 0.05; done").of(0), run("echo on"))
            .withActions(brief));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.statuses(1).getLast().endedBy()).isEqualTo("timeout");
    assertThat(server.statuses(1).getLast().message()).contains("'Use a' took more than");
    assertThat(server.log(2)).isEqualTo("on\n");
  }

  @Test
  void aSecretIsNotSeenUnlessItIsGiven() throws InterruptedException {
    isDispatched(
        job(run("echo '[${{ secrets.TOKEN }}]'").of(0))
            .withActions(action(JOB, "a"))
            .withSecrets(Map.of("TOKEN", "s3cret")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("[]\n");
  }

  @Test
  void whetherItMayFailIsAskedWithItsVariables() throws InterruptedException {
    isDispatched(
        job(run("exit 1").of(0)).withActions(mayFail(action(JOB, "a"), "${{ env.WORD == 'hi' }}")));
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void cleanupStepsOfAnActionRunAfterTheJobsTimeout() throws InterruptedException {
    isDispatched(
        job(
                run("sleep 300").of(0),
                run("touch never").of(0),
                run("sleep 0.1; touch inner").of(0).when("always()"),
                run("touch never"),
                run("sleep 0.1; touch outer").when("always()"))
            .withActions(mayFail(action(JOB, "a")))
            .withLimit(Duration.ofSeconds(1)));
    assertThat(server.result().status()).isEqualTo("timed_out");
    assertThat(tree.resolve("inner")).exists();
    assertThat(tree.resolve("outer")).exists();
    assertThat(tree.resolve("never")).doesNotExist();
  }

  @Test
  void whereThereAreTooManyMasksItMayNotFail() throws InterruptedException {
    isDispatched(
        job(
                run("for i in $(seq 1001); do echo \"::add-mask::mask-$i\"; done").of(0),
                run("echo mask-1001"))
            .withActions(mayFail(action(JOB, "a"))));
    assertThat(server.result().reason()).contains("too many secrets and masks");
    assertThat(server.states(1)).containsExactly("skipped");
  }
}

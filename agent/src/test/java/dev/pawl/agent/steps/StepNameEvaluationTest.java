package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.step.StepName;
import dev.pawl.protocol.AgentMessage.StepStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Names of steps are evaluated on the agent.
class StepNameEvaluationTest extends AgentStory {

  private static final int JOB = PlannedAction.NONE;
  private static final String CONTEXTS = "{\"matrix\": {\"os\": \"linux\"}}";

  /// An action with the input `who`.
  private static PlannedAction action(int parent, String name, String who, String condition) {
    return new PlannedAction(
        parent,
        "",
        name,
        "./greet",
        OrderedMaps.copyOf(Map.of("who", who)),
        OrderedMaps.empty(),
        OrderedMaps.copyOf(Map.of("PLACE", "here")),
        condition,
        "false",
        "",
        "ci.yaml:20:9");
  }

  /// The name of the step in its reports, which is the same in each.
  private String name(int step) {
    var names = server.statuses(step).stream().map(StepStatus::stepName).distinct().toList();
    assertThat(names).hasSize(1);
    return names.getFirst();
  }

  @Test
  void aNameSeesWhatTheStepSees() throws InterruptedException {
    isDispatched(
        job(
                run("echo v=1.2 >> $GITHUB_OUTPUT").id("x").named("Test ${{ matrix.os }}"),
                run("true").named("Deploy ${{ steps.x.outputs.v }}"),
                run("true").named("To ${{ env.PLACE }}").withEnv(Map.of("PLACE", "there")),
                run("false").named("Not on ${{ matrix.os }}").when("matrix.os != 'linux'"))
            .seeing(CONTEXTS));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(name(0)).isEqualTo("Test linux");
    assertThat(name(1)).isEqualTo("Deploy 1.2");
    assertThat(name(2)).isEqualTo("To there");
    assertThat(server.states(3)).containsExactly("skipped");
    assertThat(name(3)).isEqualTo("Not on linux");
  }

  @Test
  void aNameThatCannotBeEvaluatedIsShownAsWritten() throws InterruptedException {
    isDispatched(
        job(
            run("true").named("${{ fromJSON('{') }}"),
            run("true").named("Run echo ${{"),
            run("true").named("${{ vars.NOT_THERE }}")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(name(0)).isEqualTo("${{ fromJSON('{') }}");
    assertThat(name(1)).isEqualTo("Run echo ${{");
    assertThat(name(2)).isEqualTo("${{ vars.NOT_THERE }}");
  }

  @Test
  void itIsOneShortLineWithoutSecrets() throws InterruptedException {
    String text = "${{ fromJSON('\"a\\nb\\u001b\"') }} ${{ secrets.TOKEN }} " + "x".repeat(500);
    isDispatched(
        job(
                run("echo '::add-mask::found-it'"),
                run("true").named(text),
                run("true").named("found-it"))
            .withSecrets(Map.of("TOKEN", "two\nlines-of-it")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(name(1)).startsWith("a b  *** xxx").endsWith("x…").hasSize(StepName.MAX_LENGTH);
    assertThat(name(2)).isEqualTo("***");
  }

  @Test
  void theNameOfAStepContainsItsActions() throws InterruptedException {
    isDispatched(
        job(
                run("true").of(0).named("Say it to ${{ inputs.who }}"),
                run("true").of(1).named("Say it to ${{ inputs.who }}"),
                run("true").of(0).named("Bye"),
                run("true").named("Done"))
            .withActions(
                action(JOB, "On ${{ matrix.os }}", "you", ""),
                action(0, "For ${{ inputs.who }} ${{ env.PLACE }}", "${{ inputs.who }} all", ""))
            .seeing(CONTEXTS));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(name(0)).isEqualTo("On linux / Say it to you");
    assertThat(name(1)).isEqualTo("On linux / For you here / Say it to you all");
    assertThat(name(2)).isEqualTo("On linux / Bye");
    assertThat(name(3)).isEqualTo("Done");
  }

  @Test
  void withinAnActionThatDoesNotRunNothingIsKnown() throws InterruptedException {
    isDispatched(
        job(
                run("true").of(1).named("Say it to ${{ inputs.who }}"),
                run("true").of(3).named("Say it to ${{ inputs.who }}"))
            .withActions(
                action(JOB, "Not on ${{ matrix.os }}", "you", "matrix.os != 'linux'"),
                action(0, "Inner", "${{ inputs.who }}", ""),
                action(JOB, "Broken", "${{ fromJSON('{') }}", ""),
                action(2, "Inner", "", ""))
            .seeing(CONTEXTS));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.states(0)).containsExactly("skipped");
    assertThat(name(0)).isEqualTo("Not on linux / Inner / Say it to ${{ inputs.who }}");
    assertThat(server.states(1)).containsExactly("running", "failed");
    assertThat(name(1)).isEqualTo("Broken / Inner / Say it to ${{ inputs.who }}");
  }
}

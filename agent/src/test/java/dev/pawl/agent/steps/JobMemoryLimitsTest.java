package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.StepPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The limits of what a job can make the agent remember: the step that exceeds one fails.
class JobMemoryLimitsTest extends AgentStory {

  static List<Arguments> breaches() {
    return List.of(
        arguments(
            "seq 3000 | sed 's/.*/::set-output name=n&::v/'",
            "set-output rejected: more than 1,000 outputs"),
        arguments(
            "seq 3000 | sed 's/.*/n&=v/' >> $GITHUB_OUTPUT",
            "$GITHUB_OUTPUT rejected: more than 1,000 outputs"),
        arguments(
            "truncate -s 2G $GITHUB_OUTPUT", "$GITHUB_OUTPUT rejected: it has more than 1 MiB"),
        arguments(
            "(echo 'a<<E'; yes | head -c 1200000) >> $GITHUB_OUTPUT",
            "$GITHUB_OUTPUT rejected: it has more than 1 MiB"),
        arguments(
            "(echo -n a=; head -c 90000 /dev/zero | tr '\\0' '\\1') >> $GITHUB_OUTPUT",
            "more than 512 KiB as JSON"),
        arguments(
            "(echo -n a=; yes '\"' | tr -d '\\n' | head -c 270000) >> $GITHUB_OUTPUT",
            "more than 512 KiB as JSON"),
        arguments(
            "seq 2000 | sed 's/.*/V&=x/' >> $GITHUB_ENV",
            "$GITHUB_ENV rejected: the steps of a job may set 1,000 variables"),
        arguments(
            "seq 2000 | sed 's,^,/p/,' >> $GITHUB_PATH",
            "$GITHUB_PATH rejected: the steps of a job may add 1,000"),
        arguments("seq 20000 >> $GITHUB_PATH", "$GITHUB_PATH rejected: more than 10,000 entries"),
        arguments(
            "seq 20000 | sed 's/$/=/' >> $GITHUB_STATE",
            "$GITHUB_STATE rejected: more than 10,000 entries"),
        arguments(
            "truncate -s 2G $GITHUB_STEP_SUMMARY",
            "$GITHUB_STEP_SUMMARY rejected: it has more than 1 MiB"),
        arguments(
            "printf '::set-output name=n::'; yes | tr -d '\\n' | head -c 5000000; echo",
            "command rejected: its line has more than 512 KiB"),
        arguments(
            "printf '::stop-commands::%0500d\\n' 1",
            "stop-commands needs a token of at most 200 characters"));
  }

  @ParameterizedTest
  @MethodSource("breaches")
  void aBreachFailsTheStepAndTheJobGoesOn(String script, String message)
      throws InterruptedException {
    isDispatched(job(run(script).id("a"), run("echo after").when("always()")));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.code()).isEqualTo("user");
    assertThat(result.reason()).contains(message).hasSizeLessThan(1_000);
    var evidence = Objects.requireNonNull(result.evidence());
    assertThat(evidence.rule()).isEqualTo("rejected");
    assertThat(evidence.line()).contains(message);
    assertThat(server.log(0)).containsOnlyOnce(message).contains("Error: ");
    assertThat(server.log(1)).isEqualTo("after\n");
  }

  @Test
  void stepsOfAJobShareTheSpaceForOutputs() throws InterruptedException {
    String large = "printf 'x=%0300000d\\n' 0 >> $GITHUB_OUTPUT";
    isDispatched(job(run(large).id("a"), run(large).id("b")));
    assertThat(server.result().reason()).contains("the outputs of the job have more than 512 KiB");
    assertThat(server.states(0)).endsWith("success");
  }

  @Test
  void aStepThatIsTriedAgainGivesItsSpaceBack() throws InterruptedException {
    String large = "printf 'x=%0300000d\\n' 0 >> $GITHUB_OUTPUT; ";
    var twice =
        new StepPolicy.Retry(
            1, List.of(), "", new Backoff(Duration.ofMillis(10), 1, Duration.ofMillis(10)));
    isDispatched(job(run(large + "[ -e again ] || { touch again; exit 1; }").retriedBy(twice)));
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void aBreachMayBeAllowedLikeAnyFailure() throws InterruptedException {
    isDispatched(job(run("truncate -s 2G $GITHUB_OUTPUT").mayFail("true"), run("echo after")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).isEqualTo("after\n");
  }

  @Test
  void outputsOfAJobThatAreTooLargeFailIt() throws InterruptedException {
    Map<String, String> outputs = new LinkedHashMap<>();
    outputs.put("first", "${{ steps.a.outputs.x }}");
    outputs.put("second", "${{ steps.a.outputs.x }}");
    isDispatched(
        job(run("printf 'x=%0300000d\\n' 0 >> $GITHUB_OUTPUT").id("a")).withOutputs(outputs));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.reason())
        .contains("job output 'second' rejected: the outputs of the job have more than 512 KiB");
    assertThat(result.outputs()).isEmpty();
  }

  @Test
  void evaluatedVariablesAreBoundedTogether() throws InterruptedException {
    Map<String, String> env = new LinkedHashMap<>();
    for (int number = 0; number < 10; number++) {
      env.put("V" + number, "${{ steps.a.outputs.x }}");
    }
    isDispatched(
        job(run("printf 'x=%0300000d\\n' 0 >> $GITHUB_OUTPUT").id("a"), run("true").withEnv(env)));
    assertThat(server.result().reason())
        .contains("env: its values have more than 1,048,576 characters in total");
  }
}

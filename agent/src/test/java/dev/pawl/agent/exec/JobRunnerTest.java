package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.expecting;
import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.JobBuilder.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.story.AgentStory;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A job from its dispatch to its result, with real processes.
class JobRunnerTest extends AgentStory {

  @Test
  void nothingRunsBeforeTheStartIsAcknowledged() throws InterruptedException {
    server.holdsTheStart();
    isDispatched(job("touch ran"));
    JobStart start = server.await(JobStart.class);
    assertThat(server.heard())
        .filteredOn(AgentMessage.SequencedMessage.class::isInstance)
        .hasSize(2);
    assertThat(server.await(JobAck.class).seq()).isEqualTo(1);
    assertThat(start.seq()).isEqualTo(2);
    assertThat(ProcessTable.withMarker(token)).isEmpty();
    assertThat(tree.resolve("ran")).doesNotExist();
    server.says(new Ack(LEASE, 2));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(tree.resolve("ran")).exists();
  }

  @Test
  void everyMessageHasTheNextNumber() throws InterruptedException {
    isDispatched(job("true", "true"));
    assertThat(server.result().seq()).isEqualTo(7);
    assertThat(server.heard())
        .filteredOn(AgentMessage.SequencedMessage.class::isInstance)
        .map(message -> ((AgentMessage.SequencedMessage) message).seq())
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void aStepSucceedsByItsExpectedExitCodesOnly() throws InterruptedException {
    isDispatched(job(expecting(List.of(0, 3), "exit 3"), expecting(List.of(3), "exit 0")));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.result().reason()).contains("exit code 0");
  }

  private static FailureRule rule(String name, ReasonCode code) {
    return FailureRule.log(code, name, "is unreachable");
  }

  @Test
  void rulesOfTheWorkflowPrecedeThoseOfTheServer() throws InterruptedException {
    var server = List.of(rule("operator", ReasonCode.INFRA));
    var rules = new ServerMessage.Rules(List.of(rule("workflow", ReasonCode.FETCH)), server);
    isDispatched(job("echo the mirror is unreachable; exit 1").classifiedBy(rules));
    assertThat(this.server.result().code()).isEqualTo("fetch");
    assertThat(this.server.result().evidence())
        .isEqualTo(new AgentMessage.Evidence("workflow", "the mirror is unreachable"));
  }

  @Test
  void outputArrivesCompleteAndInOrder() throws InterruptedException {
    isDispatched(job("seq 1 160000"));
    assertThat(server.result().status()).isEqualTo("success");
    String expected =
        IntStream.rangeClosed(1, 160_000)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(server.log(0)).hasSizeGreaterThan(1_000_000).isEqualTo(expected);
  }

  @Test
  void outputAndErrorsComeTogetherAlsoWithoutAFinalNewline() throws InterruptedException {
    isDispatched(job("echo out; echo err >&2; printf 'no newline'"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("out\nerr\nno newline");
  }

  @Test
  void theExitCodeIsReportedAndWhatFollowsIsSkipped() throws InterruptedException {
    isDispatched(job("true", "exit 3", "touch never"));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.reason()).contains("exit code 3");
    assertThat(server.states(0)).containsExactly("running", "success");
    assertThat(server.states(1)).containsExactly("running", "failed");
    assertThat(server.statuses(1).getLast().exitCode()).isEqualTo(3);
    assertThat(server.states(2)).containsExactly("skipped");
    assertThat(tree.resolve("never")).doesNotExist();
  }

  @Test
  void aScriptStopsAtItsFirstError() throws InterruptedException {
    isDispatched(job("false\necho never"));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(0)).isEmpty();
  }

  @Test
  void standardInputIsEmpty() throws InterruptedException {
    isDispatched(job("if read -r line; then echo \"got $line\"; else echo empty; fi"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("empty\n");
  }

  @Test
  void theStepsEnvironmentPrecedesTheJobsAndTheAgents() throws InterruptedException {
    String print = "echo $FROM_AGENT $A $B $C $CI $PAWL_RUN_ID $PAWL_JOB $PAWL_ATTEMPT";
    isDispatched(
        job(step(print, "bash", "", Map.of("B", "step", "C", "step")))
            .withEnv(Map.of("A", "job", "B", "job")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("agent job step step true run-1 build 1\n");
  }

  @Test
  void aStepRunsInItsWorkingDirectory() throws InterruptedException, IOException {
    Files.createDirectories(tree.resolve("a/b"));
    isDispatched(job(step("pwd", "sh", "a/b", Map.of())));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo(tree.resolve("a/b") + "\n");
  }

  @Test
  void aWorkingDirectoryThatIsMissingIsNamed() throws InterruptedException {
    isDispatched(job(step("true", "bash", "no/such", Map.of())));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.reason())
        .contains("working-directory 'no/such' does not exist", "ci.yaml:7:9");
  }

  @Test
  void aShellThatIsMissingIsNamed() throws InterruptedException {
    isDispatched(job(step("pass", "python", "", Map.of("PATH", "/nowhere"))));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.reason()).contains("needs 'python3', which is not on the PATH");
  }

  @Test
  void aJobIsStoppedAtItsTimeout() throws InterruptedException {
    isDispatched(
        job("trap 'touch told; exit 0' TERM; echo up; sleep 60 & wait", "true")
            .withLimit(Duration.ofSeconds(4))); // the shell has its trap by then
    var result = server.result();
    assertThat(result.status()).isEqualTo("timed_out");
    assertThat(result.code()).isEqualTo("timeout");
    assertThat(server.states(0)).containsExactly("running", "failed");
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(tree.resolve("told")).exists();
  }
}

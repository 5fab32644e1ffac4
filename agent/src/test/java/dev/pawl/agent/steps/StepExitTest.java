package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.JobBuilder.step;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The environment of a step's process, and its end.
class StepExitTest extends AgentStory {

  @Test
  void aStepThatIsKilledWasEndedByASignal() throws InterruptedException {
    isDispatched(job("kill -9 $$"));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.statuses(0).getLast().exitCode()).isEqualTo(137);
    assertThat(server.statuses(0).getLast().signal()).isEqualTo(9);
  }

  @Test
  void aStepThatReturnsTheSameCodeWasNot() throws InterruptedException {
    isDispatched(job("exit 137"));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.statuses(0).getLast().exitCode()).isEqualTo(137);
    assertThat(server.statuses(0).getLast().signal()).isNull();
  }

  @Test
  void aShellWaitsForItsChildren() throws InterruptedException {
    isDispatched(job("(sleep 0.2; echo child; exit 3) & wait $!; echo $?; wait"));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.log(0)).isEqualTo("child\n");
    assertThat(server.statuses(0).getLast().exitCode()).isEqualTo(3);
  }

  @Test
  void theInputIsEmptyAndTheOutputCanBeReopened() throws InterruptedException {
    isDispatched(job("cat; echo out > /dev/stdout; echo err > /dev/stderr; [ ! -t 0 ]"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("out\nerr\n");
  }

  /// Then the agent does not find the end of the output.
  @Test
  void aProcessThatReadsTheOutputDoesNotHoldTheStep() throws InterruptedException {
    isDispatched(
        job(
            """
            pipe=$(readlink /proc/$$/fd/1)
            for n in $(seq 20); do
              setsid sh -c 'exec <"$1"; touch reading-$2; exec cat' - "$pipe" $n >/dev/null 2>&1 &
            done
            until [ "$(ls | grep -c reading)" = 20 ]; do sleep 0.01; done
            echo the agent reads this, and is then the last to read
            """,
            """
            pipe=$(readlink /proc/$$/fd/1)
            setsid sh -c 'cat <"$1" >/dev/null & touch printing; exec yes' - "$pipe" 2>/dev/null &
            until [ -e printing ]; do sleep 0.01; done
            """));
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void aPipelineEndsAsItDoesInATerminal() throws InterruptedException {
    isDispatched(job("yes | head -n 1 || echo ${PIPESTATUS[0]}"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("y\n141\n");
  }

  @Test
  void aTooLargeEnvironmentFailsTheStepWithAMessage() throws InterruptedException {
    isDispatched(job(step("true", "", "", Map.of("LARGE", "x".repeat(200_000)))));
    assertThat(server.result().reason()).contains("could not be started", "too large");
  }

  /// The size of a message is limited, and output of a job is not: the agent survives that.
  @Test
  void aTooLongReasonIsTruncated() throws InterruptedException {
    isDispatched(
        job(
            run("printf 'x=%0400000d' 0 >> $GITHUB_OUTPUT").id("a"),
            run("true").in("${{ steps.a.outputs.x }}".repeat(3))));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.reason()).contains("working-directory '000").hasSizeLessThan(5_000);
  }
}

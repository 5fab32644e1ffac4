package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.StepPolicy.Retry;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.StepStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Steps that are tried again in place.
class StepRetryTest extends AgentStory {

  /// A script that fails with this code for the first tries.
  private static String succeedsAtTry(int tries, int code) {
    return "echo x >> tries; [ $(wc -l < tries) -ge %d ] || exit %d".formatted(tries, code);
  }

  private static Backoff every(Duration delay) {
    return new Backoff(delay, 1, delay);
  }

  private static Retry atOnce(int max, List<Integer> exitCodes, String log) {
    return new Retry(max, exitCodes, log, every(Duration.ofMillis(1)));
  }

  @Test
  void aStepIsTriedAgainUntilItSucceeds() throws Exception {
    isDispatched(job(run(succeedsAtTry(3, 9)).retriedBy(atOnce(5, List.of(), "")), run("true")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.states(0))
        .containsExactly("running", "retrying", "running", "retrying", "running", "success");
    assertThat(server.statuses(0))
        .extracting(StepStatus::tryNumber)
        .containsExactly(1, 1, 2, 2, 3, 3);
    assertThat(server.statuses(0).get(1).exitCode()).isEqualTo(9);
    assertThat(server.log(0)).contains("Failed with exit code 9, next try in");
  }

  @Test
  void itFailsWhenItHasNoTryLeft() throws Exception {
    isDispatched(job(run(succeedsAtTry(9, 4)).retriedBy(atOnce(1, List.of(), ""))));
    assertThat(server.result().exitCode()).isEqualTo(4);
    assertThat(server.states(0)).containsExactly("running", "retrying", "running", "failed");
  }

  @Test
  void onlyAfterTheExitCodesThatItNames() throws Exception {
    isDispatched(job(run(succeedsAtTry(2, 4)).retriedBy(atOnce(3, List.of(5, 6), ""))));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.states(0)).containsExactly("running", "failed");
  }

  @Test
  void orAfterALineThatItNames() throws Exception {
    String script = "echo connection reset by peer; " + succeedsAtTry(2, 4);
    isDispatched(job(run(script).retriedBy(atOnce(3, List.of(5), "connection re[a-z]+"))));
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void whatTheLastTryHandsOnCounts() throws Exception {
    String script = "echo v=$(cat tries 2>/dev/null | wc -l) >> $GITHUB_OUTPUT; ";
    isDispatched(
        job(
            run(script + succeedsAtTry(2, 4)).id("s").retriedBy(atOnce(3, List.of(), "")),
            run("echo got ${{ steps.s.outputs.v }}")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).contains("got 1");
  }

  @Test
  void anEarlierTryDoesNotDisturbTheOutputOfTheNext() throws Exception {
    String left = "(while :; do sleep 0.02; done) & ";
    isDispatched(
        job(run(left + "echo said; " + succeedsAtTry(2, 4)).retriedBy(atOnce(3, List.of(), ""))));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0).lines().filter("said"::equals)).hasSize(2);
  }

  @Test
  void aCancelEndsTheWaitForTheNextTry() throws Exception {
    var slow = new Retry(3, List.of(), "", every(Duration.ofMinutes(1)));
    isDispatched(job(run("exit 4").retriedBy(slow), run("touch never")));
    ProcessWait.until("the wait", () -> server.states(0).contains("retrying"));
    isCancelled();
    assertThat(server.await(JobCancelAck.class).finalStatus()).isEqualTo("cancelled");
    assertThat(server.states(0)).containsExactly("running", "retrying", "cancelled");
    assertThat(tree.resolve("never")).doesNotExist();
  }

  @Test
  void aDelayBeyondTheTimeoutIsNotStarted() throws Exception {
    var slow = new Retry(3, List.of(), "", every(Duration.ofMinutes(10)));
    isDispatched(job(run("exit 4").retriedBy(slow).within("1")));
    assertThat(server.result().exitCode()).isEqualTo(4);
    assertThat(server.states(0)).containsExactly("running", "failed");
  }
}

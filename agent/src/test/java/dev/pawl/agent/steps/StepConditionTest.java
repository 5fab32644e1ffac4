package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Conditions, `continue-on-error` and timeouts of steps.
class StepConditionTest extends AgentStory {

  private static final String SLEEPS = "echo ready; while :; do sleep 0.05; done";

  @Test
  void afterAFailureOnlyThoseRunThatAskForIt() throws InterruptedException {
    isDispatched(
        job(
            run("exit 3").id("bad").named("Bad"),
            run("echo never"),
            run("echo never").when("true"),
            run("echo '${{ job.status }} ${{ steps.bad.outcome }} ${{ steps.bad.conclusion }}'")
                .when("failure()"),
            run("exit 4").when("always() && steps.bad.outcome == 'failure'"),
            run("echo never").when("cancelled()")));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.reason()).isEqualTo("step 'Bad' failed: exit code 3");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(server.states(2)).containsExactly("skipped");
    assertThat(server.log(3)).isEqualTo("failure failure failure\n");
    assertThat(server.states(4)).containsExactly("running", "failed");
    assertThat(server.states(5)).containsExactly("skipped");
  }

  @Test
  void aFailureThatIsAllowedCountsAsASuccess() throws InterruptedException {
    isDispatched(
        job(
            run("exit 1").id("bad").mayFail("${{ github.sha == '' }}"),
            run("echo '${{ job.status }} ${{ steps.bad.outcome }} ${{ steps.bad.conclusion }}'"),
            run("echo never").when("steps.bad.conclusion == 'failure'").id("no"),
            run("echo '${{ steps.no.outcome }}'")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.states(0)).containsExactly("running", "failed");
    assertThat(server.log(1)).isEqualTo("success failure success\n");
    assertThat(server.log(3)).isEqualTo("skipped\n");
  }

  @Test
  void aConditionSeesTheStepsOwnVariables() throws InterruptedException {
    isDispatched(
        job(
            run("echo a").when("env.MODE == 'fast'").withEnv(Map.of("MODE", "fast")),
            run("echo b").when("env.MODE == 'fast'")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("a\n");
    assertThat(server.states(1)).containsExactly("skipped");
  }

  /// The condition refers to an output that a failed step did not set, which is not a second
  /// failure.
  @Test
  void variablesOfASkippedStepAreNotEvaluated() throws InterruptedException {
    isDispatched(
        job(run("exit 1").id("a"), run("true").withEnv(Map.of("X", "${{ fromJSON('{') }}"))));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.states(1)).containsExactly("skipped");
  }

  @Test
  void aStepTimeoutFailsTheStepOnly() throws InterruptedException {
    isDispatched(
        job(
            run("trap 'echo told; exit 0' TERM; " + SLEEPS).within("${{ 0.005 }}"),
            run("echo after").when("failure()")));
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.code()).isEqualTo("timeout");
    assertThat(result.reason()).contains("timed out after 300ms");
    assertThat(server.log(0)).startsWith("ready\n").endsWith("told\n");
    assertThat(server.log(1)).isEqualTo("after\n");
  }

  @Test
  void aTimeThatIsNoneFailsTheStep() throws InterruptedException {
    isDispatched(job(run("true").within("soon")));
    assertThat(server.result().reason())
        .contains("timeout-minutes: 'soon' is not a valid number of minutes");
  }

  @Test
  void cleanupStepsRunAfterTheJobsTimeout() throws InterruptedException {
    isDispatched(
        job(run(SLEEPS).mayFail("true"), run("echo never"), run("echo cleared").when("always()"))
            .withLimit(Duration.ofSeconds(1)));
    var result = server.result();
    assertThat(result.status()).isEqualTo("timed_out");
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(server.log(2)).isEqualTo("cleared\n");
  }

  @Test
  void onACancelThoseRunThatAskForIt() throws InterruptedException {
    isDispatched(
        job(
            run(SLEEPS).id("long"),
            run("echo never"),
            run("echo never").when("failure()"),
            run("echo '${{ job.status }} ${{ steps.long.outcome }}'").when("cancelled()"),
            run("echo last").when("always()")));
    server.awaitOutput(0, "ready");
    isCancelled();
    assertThat(server.await(JobCancelAck.class).finalStatus()).isEqualTo("cancelled");
    assertThat(server.states(0)).containsExactly("running", "cancelling", "cancelled");
    assertThat(server.states(1)).isEmpty();
    assertThat(server.states(2)).isEmpty();
    assertThat(server.log(3)).isEqualTo("cancelled cancelled\n");
    assertThat(server.states(3)).containsExactly("running", "success");
    assertThat(server.log(4)).isEqualTo("last\n");
  }

  @Test
  void whatRunsAfterACancelIsStoppedByForce() throws Exception {
    isDispatched(job(run(SLEEPS), run("echo $$ > pid; " + SLEEPS).when("always()")));
    server.awaitOutput(0, "ready");
    isCancelled();
    long pid = pidIn("pid");
    isForced();
    becomesIdle();
    ProcessWait.untilGone(pid);
    assertThat(server.heardAResult()).isFalse();
  }

  @Test
  void stepsAfterACancelHaveTheServersDeadline() throws InterruptedException {
    isDispatched(
        job(run(SLEEPS), run(SLEEPS).when("always()"), run("echo never").when("always()"))
            .withGrace(Duration.ofSeconds(1)));
    server.awaitOutput(0, "ready");
    server.says(
        new dev.pawl.protocol.ServerMessage.JobCancel(LEASE, false, "cancelled by team:ops", 3));
    server.await(JobCancelAck.class);
    assertThat(server.statuses(1).getLast().endedBy()).isEqualTo("timeout");
    assertThat(server.statuses(1).getLast().message())
        .isEqualTo("the time for hooks after a cancel was over");
    assertThat(server.states(2)).isEmpty();
  }

  @Test
  void whetherAStepMayFailIsAskedWithItsVariables() throws InterruptedException {
    isDispatched(
        job(run("exit 1").withEnv(Map.of("MAY", "yes")).mayFail("${{ env.MAY == 'yes' }}")));
    assertThat(server.result().status()).isEqualTo("success");
  }
}

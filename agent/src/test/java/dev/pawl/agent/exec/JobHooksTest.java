package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.hook;
import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.agent.story.StepBuilder;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Order, timeouts and input of hooks. Every step and hook writes its name to one file, the ledger.
class JobHooksTest extends AgentStory {

  private static final String SLEEPS = "echo ready; while :; do sleep 0.05; done";

  private static final Hook[] ALL = {
    noting("beforeStep", "before"),
    noting("afterStep", "after"),
    noting("onSuccess", "on-success"),
    noting("onFailure", "on-failure"),
    noting("onCancel", "on-cancel"),
    noting("cleanup", "cleanup")
  };

  private static Hook noting(String type, String word) {
    return hook(type, note(word + " $PAWL_OUTCOME"));
  }

  private static String note(String words) {
    return "echo \"%s\" >> ledger".formatted(words);
  }

  private static StepBuilder step(String word) {
    return run(note(word));
  }

  private List<String> ledger() throws IOException {
    var file = tree.resolve("ledger");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void awaitLine(String line) throws InterruptedException {
    ProcessWait.until(
        "the line " + line,
        () -> {
          try {
            return ledger().contains(line);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void aJobThatSucceeds() throws Exception {
    Hook own = noting("cleanup", "own-cleanup");
    isDispatched(job(step("one").withHooks(own), step("two")).withHooks(ALL));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(ledger())
        .containsExactly(
            "before success",
            "one",
            "own-cleanup success",
            "after success",
            "before success",
            "two",
            "after success",
            "on-success success",
            "cleanup success");
  }

  @Test
  void eachHookIsAStepAfterTheRegularOnes() throws Exception {
    isDispatched(job(step("one")).withHooks(ALL));
    var _ = server.result();
    List<StepStatus> ends =
        server.heard().stream()
            .filter(StepStatus.class::isInstance)
            .map(StepStatus.class::cast)
            .filter(status -> status.state().equals("success"))
            .toList();
    assertThat(ends).extracting(StepStatus::stepIndex).containsExactly(1, 0, 2, 3, 4);
    assertThat(ends)
        .extracting(StepStatus::stepType)
        .containsExactly(
            "hook:beforeStep", "step", "hook:afterStep", "hook:onSuccess", "hook:cleanup");
    assertThat(server.states(4)).containsExactly("running", "success");
  }

  @Test
  void aJobThatFails() throws Exception {
    isDispatched(
        job(step("one"), run("exit 3").named("breaks"), step("never"))
            .withHooks(hook("onFailure", note("$PAWL_FAILED_STEP: $PAWL_REASON")), ALL[5]));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(ledger())
        .containsExactly("one", "breaks: step 'breaks' failed: exit code 3", "cleanup failed");
  }

  @Test
  void aJobWhoseTimeIsUp() throws Exception {
    isDispatched(
        job(run(SLEEPS)).withLimit(Duration.ofSeconds(1)).withHooks(ALL[3], ALL[4], ALL[5]));
    assertThat(server.result().status()).isEqualTo("timed_out");
    assertThat(ledger()).containsExactly("on-failure timed_out", "cleanup timed_out");
  }

  @Test
  void aJobThatIsCancelled() throws Exception {
    Hook cancelled = noting("onCancel", "own-on-cancel");
    Hook cleaned = noting("cleanup", "own-cleanup");
    isDispatched(
        job(
                run(SLEEPS).withHooks(cleaned, cancelled),
                step("never"),
                step("anyway").when("always()"))
            .withHooks(ALL));
    server.awaitOutput(0, "ready");
    isCancelled();
    assertThat(server.await(JobCancelAck.class).finalStatus()).isEqualTo("cancelled");
    assertThat(ledger())
        .containsExactly(
            "before success",
            "before cancelled",
            "anyway",
            "after success",
            "own-on-cancel cancelled",
            "own-cleanup cancelled",
            "on-cancel cancelled",
            "cleanup cancelled");
  }

  @Test
  void forceRunsNone() throws Exception {
    isDispatched(job(run(SLEEPS).withHooks(noting("cleanup", "own"))).withHooks(ALL));
    server.awaitOutput(0, "ready");
    isForced();
    becomesIdle();
    assertThat(ledger()).containsExactly("before success");
  }

  @Test
  void forceKillsAHookThatRuns() throws Exception {
    isDispatched(job("true").withHooks(hook("cleanup", "echo $$ > pid; trap '' TERM; " + SLEEPS)));
    long pid = pidIn("pid");
    isForced();
    becomesIdle();
    ProcessWait.untilGone(pid);
    assertThat(server.heardAResult()).isFalse();
  }

  @Test
  void aCancelDoesNotCutCleanUpShort() throws Exception {
    isDispatched(
        job("true")
            .withHooks(
                hook(
                    "cleanup",
                    note("begun") + "; while [ ! -e go ]; do sleep 0.02; done; " + note("done"))));
    awaitLine("begun");
    isCancelled();
    Files.createFile(tree.resolve("go"));
    var _ = server.await(JobCancelAck.class);
    assertThat(ledger()).containsExactly("begun", "done");
  }

  @Test
  void aCancelDuringBeforeStepPreventsTheStep() throws Exception {
    isDispatched(
        job(step("never")).withHooks(hook("beforeStep", note("before") + "; " + SLEEPS), ALL[5]));
    awaitLine("before");
    isCancelled();
    var _ = server.await(JobCancelAck.class);
    assertThat(ledger()).containsExactly("before", "cleanup cancelled");
    assertThat(server.states(1)).containsExactly("running", "cancelling", "cancelled");
    assertThat(server.states(0)).isEmpty();
  }

  @Test
  void aLostJobIsCleanedUpWithoutAReport() throws Exception {
    isDispatched(
        job(
                run(SLEEPS).withHooks(noting("cleanup", "own"), noting("onCancel", "never")),
                step("no"))
            .withHooks(ALL[2], ALL[3], ALL[4], ALL[5]));
    server.awaitOutput(0, "ready");
    ProcessWait.until("the step to be reported", () -> server.states(0).contains("running"));
    server.says(new LeaseStale(LEASE, "expired", "run"));
    becomesIdle();
    assertThat(ledger()).containsExactly("own lost", "cleanup lost");
    assertThat(server.heardAResult()).isFalse();
    assertThat(server.states(0)).containsExactly("running");
  }

  @Test
  void whatIsLostWhereItDeploysIsLeftAlone() throws Exception {
    isDispatched(job(SLEEPS).withHooks(ALL[5]).deploying());
    server.awaitOutput(0, "ready");
    server.says(new LeaseStale(LEASE, "expired", "run"));
    becomesIdle();
    assertThat(ledger()).isEmpty();
  }

  @Test
  void forceReachesTheCleanUpOfWhatWasLost() throws Exception {
    isDispatched(job(SLEEPS).withHooks(hook("cleanup", "echo $$ > pid; trap '' TERM; " + SLEEPS)));
    server.awaitOutput(0, "ready");
    server.says(new LeaseStale(LEASE, "expired", "run"));
    long pid = pidIn("pid");
    server.says(new LeaseStale(LEASE, "revoked", "none"));
    becomesIdle();
    ProcessWait.untilGone(pid);
  }

  @Test
  void aFailedHookIsReportedAndChangesNothing() throws Exception {
    isDispatched(
        job(step("one"), step("two"))
            .withHooks(hook("beforeStep", "exit 7"), hook("onSuccess", "exit 8"), ALL[5]));
    assertThat(server.result().status()).isEqualTo("success"); // the server makes it a failure
    assertThat(ledger()).containsExactly("one", "two", "cleanup success");
    assertThat(server.states(2)).containsExactly("running", "failed");
    assertThat(server.statuses(2).getLast().exitCode()).isEqualTo(7);
    assertThat(server.statuses(2).getLast().code()).isEqualTo("hook");
    assertThat(server.states(4)).containsExactly("running", "failed");
  }

  @Test
  void aHookHasItsTime() throws Exception {
    isDispatched(
        job("true")
            .withHooks(
                new Hook(StepType.ON_SUCCESS, SLEEPS, Optional.of(Duration.ofMillis(300))),
                ALL[5]));
    var _ = server.result();
    assertThat(server.statuses(1).getLast().endedBy()).isEqualTo("timeout");
    assertThat(server.statuses(1).getLast().message()).isEqualTo("timed out after 300ms");
    assertThat(ledger()).containsExactly("cleanup success");
  }

  @Test
  void aHookSeesOutputsAndSetsNone() throws Exception {
    isDispatched(
        job(run("echo v=1.2 >> $GITHUB_OUTPUT").id("build"), run(note("HOOKED=$HOOKED")))
            .withHooks(
                hook("beforeStep", "echo HOOKED=yes >> $GITHUB_ENV"),
                hook("cleanup", note("${{ steps.build.outputs.v }}")))
            .withEnv(Map.of("A", "b")));
    var _ = server.result();
    assertThat(ledger()).containsExactly("HOOKED=", "1.2");
  }

  @Test
  void aHookThatCannotBeEvaluatedFails() throws Exception {
    isDispatched(job("true").withHooks(hook("cleanup", "echo ${{ fromJSON('{') }}")));
    var _ = server.result();
    assertThat(server.states(1)).containsExactly("running", "failed");
  }

  @Test
  void theHooksOfARunAreAllExecuted() throws Exception {
    isDispatched(
        job(new StepBuilder[0])
            .withHooks(
                hook("onCancel", note("$PAWL_OUTCOME: $PAWL_REASON")), noting("cleanup", "cleanup"))
            .after(new ServerMessage.RunEnd("cancelled", "by team:ops")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(ledger()).containsExactly("cancelled: by team:ops", "cleanup cancelled");
  }
}

package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.hook;
import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.core.plan.Hook;
import dev.pawl.protocol.AgentMessage.JobLost;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The cleanup of a job runs to its end, whenever the watchdog kills the job's processes.
class FencedCleanupTest extends AgentStory {

  /// Waits for ever, unless the job is lost.
  private static final Hook CLEANUP =
      hook(
          "cleanup",
          "echo $PAWL_OUTCOME >> ledger; [ $PAWL_OUTCOME = lost ] || sleep 300; touch end");

  private void leaseRunsOut() {
    execution.leaseRenewed(LEASE, Duration.ZERO);
  }

  @Test
  void aCleanupThatIsKilledRunsAgain() throws Exception {
    isDispatched(job("true").withHooks(CLEANUP));
    ProcessWait.until("the cleanup", () -> Files.exists(tree.resolve("ledger")));
    leaseRunsOut();
    var _ = server.await(JobLost.class);
    assertThat(tree.resolve("ledger")).hasContent("success\nlost");
    assertThat(tree.resolve("end")).exists();
  }

  @Test
  void aFenceBetweenAStepAndTheCleanupPreventsOnlySteps() throws Exception {
    server.holdsLogs(true);
    String printsMoreThanIsSent = "head -c 300000 /dev/zero | tr '\\0' x; ";
    isDispatched(
        job("sleep 300 >/dev/null 2>&1 & echo $! > pid; " + printsMoreThanIsSent + "touch printed")
            .withHooks(CLEANUP));
    ProcessWait.until("the output", () -> Files.exists(tree.resolve("printed")));
    leaseRunsOut();
    ProcessWait.untilGone(pidIn("pid"));
    server.holdsLogs(false);
    var _ = server.await(JobLost.class);
    assertThat(tree.resolve("ledger")).hasContent("lost");
    assertThat(tree.resolve("end")).exists();
  }
}

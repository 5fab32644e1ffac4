package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Cancel, force, and a lease that expires.
class JobStopTest extends AgentStory {

  private static final String IGNORES_TERM =
      "trap '' TERM; echo $$ > pid; echo ready; while :; do sleep 0.05; done";

  @Test
  void aGracefulCancelIsSeenByTheWholeGroup() throws InterruptedException {
    isDispatched(
        job(
            """
            bash -c 'trap "touch child-told; exit" TERM; touch child-up; while :; do sleep 0.05; done' &
            trap 'touch told; exit 0' TERM
            while [ ! -e child-up ]; do sleep 0.01; done
            echo ready
            while :; do sleep 0.05; done
            """,
            "touch never"));
    server.awaitOutput(0, "ready");
    isCancelled();
    assertThat(server.await(JobCancelAck.class).finalStatus()).isEqualTo("cancelled");
    assertThat(tree.resolve("told")).exists();
    assertThat(tree.resolve("child-told")).exists();
    assertThat(tree.resolve("never")).doesNotExist();
    assertThat(server.states(0)).containsExactly("running", "cancelling", "cancelled");
    assertThat(server.statuses(0).getLast().endedBy()).isEqualTo("terminated");
  }

  @Test
  void aStepMayCleanUpWithinItsGracePeriod() throws InterruptedException {
    isDispatched(
        job(
            "trap 'sleep 0.3; touch cleaned; exit 0' TERM; echo ready; while :; do sleep 0.05; done"));
    server.awaitOutput(0, "ready");
    isCancelled();
    server.await(JobCancelAck.class);
    assertThat(tree.resolve("cleaned")).exists();
    assertThat(server.statuses(0).getLast().endedBy()).isEqualTo("terminated");
  }

  @Test
  void aStepThatIgnoresACancelIsKilled() throws Exception {
    isDispatched(job(IGNORES_TERM).withGrace(Duration.ofMillis(200)));
    server.awaitOutput(0, "ready");
    isCancelled();
    server.await(JobCancelAck.class);
    ProcessWait.untilGone(pidIn("pid"));
    assertThat(server.statuses(0).getLast().endedBy()).isEqualTo("killed");
    assertThat(server.statuses(0).getLast().message()).contains("grace period");
  }

  @Test
  void forceKillsAtOnceWithoutAReport() throws Exception {
    isDispatched(job(IGNORES_TERM).withGrace(Duration.ofMinutes(5)));
    server.awaitOutput(0, "ready");
    isForced();
    becomesIdle();
    ProcessWait.untilGone(pidIn("pid"));
    assertThat(server.heardAResult()).isFalse();
  }

  @Test
  void forceCutsAGracePeriodShort() throws Exception {
    isDispatched(job(IGNORES_TERM).withGrace(Duration.ofMinutes(5)));
    server.awaitOutput(0, "ready");
    isCancelled();
    ProcessWait.until("the cancel to begin", () -> server.states(0).contains("cancelling"));
    isForced();
    becomesIdle();
    ProcessWait.untilGone(pidIn("pid"));
    assertThat(server.heardAResult()).isFalse();
  }

  @Test
  void aStaleLeaseKillsWithoutAReport() throws Exception {
    isDispatched(job(IGNORES_TERM, "touch never").withGrace(Duration.ofMinutes(5)));
    server.awaitOutput(0, "ready");
    ProcessWait.until("the step to be reported", () -> server.states(0).contains("running"));
    server.says(new LeaseStale(LEASE, "expired", "run"));
    becomesIdle();
    ProcessWait.untilGone(pidIn("pid"));
    assertThat(server.heardAResult()).isFalse();
    assertThat(server.states(0)).containsExactly("running");
    assertThat(tree.resolve("never")).doesNotExist();
  }

  @Test
  void aLeaseThatIsStaleBeforeTheStartRunsNothing() throws Exception {
    server.holdsTheStart();
    isDispatched(job("touch never"));
    server.await(dev.pawl.protocol.AgentMessage.JobStart.class);
    server.says(new LeaseStale(LEASE, "revoked", "run"));
    becomesIdle();
    assertThat(tree.resolve("never")).doesNotExist();
    assertThat(server.heardAResult()).isFalse();
  }

  @Test
  void aJobThatIgnoresItsTimeoutIsKilled() throws Exception {
    String goesOn = "trap 'touch told' TERM; echo $$ > pid; while :; do sleep 0.05 || :; done";
    isDispatched(
        job(goesOn, "touch never")
            .withLimit(Duration.ofSeconds(4)) // the shell has its trap by then
            .withGrace(Duration.ofSeconds(2)));
    long pid = pidIn("pid");
    var result = server.result();
    assertThat(result.status()).isEqualTo("timed_out");
    assertThat(result.code()).isEqualTo("timeout");
    ProcessWait.untilGone(pid);
    assertThat(tree.resolve("told")).exists();
    assertThat(server.states(0)).containsExactly("running", "failed");
    assertThat(server.statuses(0).getLast().endedBy()).isEqualTo("timeout");
    assertThat(server.statuses(0).getLast().signal()).isEqualTo(9);
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(tree.resolve("never")).doesNotExist();
  }
}

package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.hook;
import static dev.pawl.agent.story.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobUploading;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// A job whose agent is disconnected continues, and is reported afterwards.
class DisconnectedJobTest extends AgentStory {

  private static final String WAITS = "echo ready; while [ ! -e go ]; do sleep 0.02; done; echo on";

  private void awaitFile(String name) throws InterruptedException {
    ProcessWait.until("the file " + name, () -> Files.exists(tree.resolve(name)));
  }

  private void mayGoOn() throws IOException {
    Files.createFile(tree.resolve("go"));
  }

  @Test
  void itsStepsAndHooksGoOn() throws Exception {
    isDispatched(
        job(WAITS, "echo second; touch second").withHooks(hook("cleanup", "touch cleaned")));
    server.awaitOutput(0, "ready");
    server.goesAway();
    mayGoOn();
    awaitFile("second");
    awaitFile("cleaned");
    assertThat(server.heardAResult()).isFalse();
    server.isBack();
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("ready\non\n");
    assertThat(server.log(1)).isEqualTo("second\n");
    assertThat(server.states(1)).containsExactly("running", "success");
  }

  @Test
  void theRestOfTheLogIsUploadedBeforeTheEnd() throws Exception {
    isDispatched(job(WAITS, "echo second; touch second"));
    server.awaitOutput(0, "ready");
    server.goesAway();
    mayGoOn();
    awaitFile("second");
    server.holdsLogs(true);
    server.isBack();
    server.await(JobUploading.class);
    server.awaitOutput(1, "second");
    assertThat(server.heardAResult()).isFalse();
    server.holdsLogs(false);
    assertThat(server.result().status()).isEqualTo("success");
  }

  @Test
  void aCancelWhileItGoesUpIsHeeded() throws Exception {
    isDispatched(job(WAITS, "echo second; touch second"));
    server.awaitOutput(0, "ready");
    server.goesAway();
    mayGoOn();
    awaitFile("second");
    server.holdsLogs(true);
    server.isBack();
    server.await(JobUploading.class);
    isCancelled();
    server.holdsLogs(false);
    assertThat(server.await(JobCancelAck.class).finalStatus()).isEqualTo("cancelled");
  }

  @Test
  void forceWhileItGoesUpEndsItAtOnce() throws Exception {
    isDispatched(job(WAITS, "echo second; touch second"));
    server.awaitOutput(0, "ready");
    server.goesAway();
    mayGoOn();
    awaitFile("second");
    server.holdsLogs(true);
    server.isBack();
    server.await(JobUploading.class);
    isForced();
    becomesIdle();
    assertThat(server.heardAResult()).isFalse();
  }

  @Test
  void aHeartbeatAnswerRepeatsAMissedCancel() throws Exception {
    isDispatched(job("echo ready; trap 'touch told; exit' TERM; while :; do sleep 0.02; done"));
    server.awaitOutput(0, "ready");
    server.goesAway();
    long before = server.heard().stream().filter(JobHeartbeat.class::isInstance).count();
    server.isBack();
    ProcessWait.until(
        "another heartbeat",
        () -> server.heard().stream().filter(JobHeartbeat.class::isInstance).count() > before);
    JobHeartbeat beat =
        server.heard().stream()
            .filter(JobHeartbeat.class::isInstance)
            .map(JobHeartbeat.class::cast)
            .reduce((_, later) -> later)
            .orElseThrow();
    server.says(new JobHeartbeatAck(LEASE, beat.beat(), 120, true, false, 30));
    assertThat(server.await(JobCancelAck.class).finalStatus()).isEqualTo("cancelled");
    assertThat(tree.resolve("told")).exists();
  }
}

package dev.pawl.agent.exec;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import dev.pawl.protocol.AgentMessage.BreakerAcquire;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import org.junit.jupiter.api.Test;

/// Steps that depend on a tool ask the server before they start.
class ToolAccessTest extends AgentStory {

  private void answers(boolean allowed, long seconds) {
    server.says(new BreakerAnswer(LEASE, 0, "npm", allowed, seconds));
  }

  private long questions() {
    return server.heard().stream().filter(BreakerAcquire.class::isInstance).count();
  }

  @Test
  void aStepStartsWhenItMayUseItsTool() throws Exception {
    isDispatched(job(run("touch used").using("npm", false)));
    assertThat(server.await(BreakerAcquire.class).tool()).isEqualTo("npm");
    assertThat(server.states(0)).isEmpty();
    answers(true, 0);
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(tree.resolve("used")).exists();
  }

  @Test
  void itFailsAtOnceWhenItMayNot() throws Exception {
    isDispatched(job(run("touch used").using("npm", false)));
    var _ = server.await(BreakerAcquire.class);
    answers(false, 42);
    var result = server.result();
    assertThat(result.status()).isEqualTo("failed");
    assertThat(result.code()).isEqualTo("circuit_open");
    assertThat(result.reason())
        .contains("tool 'npm' is not available: its breaker is open for 42 s more");
    assertThat(server.states(0)).containsExactly("failed");
    assertThat(server.statuses(0).getLast().code()).isEqualTo("circuit_open");
    assertThat(tree.resolve("used")).doesNotExist();
  }

  @Test
  void itAsksAgainWhenItWaits() throws Exception {
    isDispatched(job(run("touch used").using("npm", true)));
    var _ = server.await(BreakerAcquire.class);
    answers(false, 1);
    ProcessWait.until("the second question", () -> questions() == 2);
    answers(true, 0);
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.states(0)).containsExactly("running", "success");
  }

  @Test
  void aWaitBeyondItsTimeFails() throws Exception {
    isDispatched(job(run("true").using("npm", true).within("0.1")));
    var _ = server.await(BreakerAcquire.class);
    answers(false, 600);
    assertThat(server.result().code()).isEqualTo("circuit_open");
  }

  @Test
  void aCancelEndsTheQuestion() throws Exception {
    isDispatched(job(run("touch used").using("npm", true)));
    var _ = server.await(BreakerAcquire.class);
    isCancelled();
    var _ = server.await(JobCancelAck.class);
    assertThat(server.states(0)).isEmpty();
    assertThat(tree.resolve("used")).doesNotExist();
  }
}

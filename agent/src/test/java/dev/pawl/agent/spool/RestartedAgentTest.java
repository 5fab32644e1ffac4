package dev.pawl.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.KillReason;
import dev.pawl.agent.story.JobBuilder;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An agent without processes that is restarted with the same spool.
@Timeout(180)
class RestartedAgentTest extends SpoolStory implements Execution {

  private static final String SECRET = "do not write me down";

  private final BlockingQueue<AgentMessage> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> started = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();

  private AgentLoop starts(FileSpool spool) throws InterruptedException {
    var identity = new AgentRegister("a1", "a1", List.of(), 1, "1", "Linux", "x", List.of());
    var loop = new AgentLoop(() -> said::add, faults::add);
    loop.start(new AgentSession(identity, this, spool));
    return loop;
  }

  private <M extends AgentMessage> M await(Class<M> kind) throws InterruptedException {
    while (true) {
      AgentMessage message = said.poll(20, TimeUnit.SECONDS);
      assertThat(message).as("a message of " + kind).isNotNull();
      if (kind.isInstance(message)) {
        return kind.cast(message);
      }
    }
  }

  private static JobDispatch dispatch() {
    var inputs =
        new ServerMessage.JobInputs(
            "{}", Map.of("TOKEN", SECRET), ServerMessage.Rules.NONE, null, null);
    var job = JobBuilder.planned(SECRET, Duration.ofMinutes(1), Duration.ofMillis(1));
    return new JobDispatch("lease-1", "r1", "build", 1, 1, 3600, 20, null, job, inputs);
  }

  @Test
  void aJobIsExecutedOnceAndReportedAsLost() throws Exception {
    try (FileSpool spool = open();
        AgentLoop loop = starts(spool)) {
      await(AgentRegister.class);
      loop.receive(new RegisterAck("a1", 20, ""));
      loop.receive(dispatch());
      await(JobStart.class);
      loop.receive(new Ack("lease-1", 2));
      assertThat(started.poll(20, TimeUnit.SECONDS)).isEqualTo("lease-1");
    }
    assertThat(java.nio.file.Files.readString(file())).contains("lease-1").doesNotContain(SECRET);
    said.clear();
    isLostAndNotStartedAgain();
    assertThat(recalled().unsettled()).isEmpty();
    assertThat(faults).isEmpty();
  }

  private void isLostAndNotStartedAgain() throws IOException, InterruptedException {
    try (FileSpool spool = open();
        AgentLoop loop = starts(spool)) {
      assertThat(await(AgentRegister.class).inFlight()).containsExactly("lease-1");
      loop.receive(dispatch());
      loop.receive(new RegisterAck("a1", 20, ""));
      assertThat(await(JobLost.class).seq()).isEqualTo(3);
      assertThat(loop.awaitIdle(Duration.ZERO)).isFalse();
      loop.receive(new Ack("lease-1", 3));
      assertThat(loop.awaitIdle(Duration.ofSeconds(60))).isTrue();
      assertThat(started).isEmpty();
    }
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {}

  @Override
  public void commitDecided(String leaseId, String commit) {}

  @Override
  public void evaluateGroup(JobDispatch dispatch) {}

  @Override
  public void start(JobDispatch dispatch) {
    started.add(dispatch.leaseId());
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {}

  @Override
  public void kill(String leaseId, KillReason stop) {}

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {}

  @Override
  public void disconnectLog(String leaseId) {}

  @Override
  public void resumeLog(String leaseId) {}

  @Override
  public void toolAnswered(BreakerAnswer answer) {}
}

package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.agent.story.JobBuilder;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The thread that owns the session.
@Timeout(180)
class AgentLoopTest {

  private static final String LEASE = "lease-1";
  private static final JobReport MOVED =
      new JobReport.StepStateChanged(
          0, "s", "step", "running", null, null, "nobody", 1, Map.of(), "", null, 0);

  private final BlockingQueue<AgentMessage> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
  private final AtomicInteger dials = new AtomicInteger();
  private final AgentLoop loop = new AgentLoop(this::dial, faults::add);

  /// The first try fails.
  private dev.pawl.agent.session.ServerLink dial() throws IOException {
    if (dials.getAndIncrement() == 0) {
      throw new IOException("nobody is there");
    }
    return said::add;
  }

  private void runsAJob() throws InterruptedException {
    var identity = new AgentRegister("a1", "a1", List.of(), 1, "1", "Linux", "x", List.of());
    loop.start(new AgentSession(identity, new Noted(asked)));
    await(AgentRegister.class);
    loop.receive(new RegisterAck("a1", 1, ""));
    var job = JobBuilder.planned("Build", Duration.ofMinutes(1), Duration.ofMillis(1));
    loop.receive(
        new JobDispatch(LEASE, "r1", "build", 1, 1, 3600, 1, null, job, JobBuilder.NO_INPUTS));
    loop.receive(new Ack(LEASE, 2));
    assertThat(asked.poll(20, TimeUnit.SECONDS)).isEqualTo("start");
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

  @AfterEach
  void ends() {
    loop.close();
    assertThat(faults).isEmpty();
  }

  @Test
  void itDialsAgainWhenATryFailed() throws InterruptedException {
    runsAJob();
    assertThat(dials).hasValue(2);
  }

  @Test
  void aReportWaitsWhileItsLeaseIsFull() throws Exception {
    runsAJob();
    var reporting = CompletableFuture.runAsync(() -> reportTimes(300));
    StepStatus last = await(StepStatus.class);
    while (last.seq() < 2 + 256) {
      last = await(StepStatus.class);
    }
    await(JobHeartbeat.class);
    assertThat(reporting).isNotDone();
    loop.receive(new Ack(LEASE, last.seq()));
    reporting.get(20, TimeUnit.SECONDS);
    assertThat(reporting).isCompleted();
  }

  private void reportTimes(int times) {
    for (int time = 0; time < times; time++) {
      loop.report(LEASE, MOVED);
    }
  }

  @Test
  void nobodyWaitsForALoopThatIsClosed() throws Exception {
    runsAJob();
    var reporting = CompletableFuture.runAsync(() -> reportTimes(300));
    await(StepStatus.class);
    loop.close();
    reporting.get(20, TimeUnit.SECONDS);
    loop.report(LEASE, MOVED);
    assertThat(reporting).isCompleted();
  }

  @Test
  void killedJobsLeaveTheAgentIdle() throws InterruptedException {
    runsAJob();
    assertThat(loop.awaitIdle(Duration.ZERO)).isFalse();
    loop.killJobs();
    assertThat(asked.poll(20, TimeUnit.SECONDS)).isEqualTo("ABANDONED");
    loop.report(LEASE, new JobReport.Killed());
    assertThat(loop.awaitIdle(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void aBugKillsTheJobsAndIsReported() throws InterruptedException {
    runsAJob();
    loop.receive(new BreakerAnswer(LEASE, 0, "npm", true, 0));
    assertThat(faults.poll(20, TimeUnit.SECONDS)).hasMessage("a defect");
    assertThat(asked.poll(20, TimeUnit.SECONDS)).isEqualTo("ABANDONED");
  }

  /// Records its calls, and throws when it is asked for a tool.
  private record Noted(BlockingQueue<String> asked) implements Execution {
    @Override
    public void resolveCommit(JobDispatch dispatch) {}

    @Override
    public void commitDecided(String leaseId, String commit) {}

    @Override
    public void evaluateGroup(JobDispatch dispatch) {
      asked.add("evaluate");
    }

    @Override
    public void start(JobDispatch dispatch) {
      asked.add("start");
    }

    @Override
    public void cancel(String leaseId, String reason, Duration bound) {
      asked.add("cancel");
    }

    @Override
    public void kill(String leaseId, KillReason stop) {
      asked.add(stop.name());
    }

    @Override
    public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {
      asked.add("log");
    }

    @Override
    public void disconnectLog(String leaseId) {}

    @Override
    public void resumeLog(String leaseId) {}

    @Override
    public void toolAnswered(BreakerAnswer answer) {
      throw new IllegalStateException("a defect");
    }
  }
}

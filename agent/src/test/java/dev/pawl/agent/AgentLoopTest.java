package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.Report;
import dev.pawl.agent.session.Stop;
import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromAgent.StepStatus;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.Ack;
import dev.pawl.protocol.FromServer.BreakerAnswer;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.RegisterAck;
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

/// The one thread that owns the session.
@Timeout(60)
class AgentLoopTest {

  private static final String LEASE = "lease-1";
  private static final Report MOVED =
      new Report.StepMoved(
          0, "s", "step", "running", null, null, "nobody", 1, Map.of(), "", null, 0);

  private final BlockingQueue<FromAgent> said = new LinkedBlockingQueue<>();
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
    loop.heard(new RegisterAck("a1", 1, ""));
    var job =
        new FromServer.Job(
            "Build",
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            "{}",
            Map.of(),
            FromServer.Rules.NONE);
    loop.heard(new JobDispatch(LEASE, "r1", "build", 1, 1, 3600, 1, 60, 1, 1, null, job));
    loop.heard(new Ack(LEASE, 2));
    assertThat(asked.poll(20, TimeUnit.SECONDS)).isEqualTo("start");
  }

  private <M extends FromAgent> M await(Class<M> kind) throws InterruptedException {
    while (true) {
      FromAgent message = said.poll(20, TimeUnit.SECONDS);
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
  void aReportWaitsWhileTooMuchIsUnacknowledgedAndHeartbeatsGoOn() throws Exception {
    runsAJob();
    var reporting = CompletableFuture.runAsync(() -> reportTimes(300));
    StepStatus last = await(StepStatus.class);
    while (last.seq() < 2 + 256) {
      last = await(StepStatus.class);
    }
    await(JobHeartbeat.class);
    assertThat(reporting).isNotDone();
    loop.heard(new Ack(LEASE, last.seq()));
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
  void anAbandonedJobIsKilledAndThenTheAgentIsIdle() throws InterruptedException {
    runsAJob();
    assertThat(loop.awaitIdle(Duration.ZERO)).isFalse();
    loop.abandon();
    assertThat(asked.poll(20, TimeUnit.SECONDS)).isEqualTo("ABANDONED");
    loop.report(LEASE, new Report.Ended());
    assertThat(loop.awaitIdle(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void aDefectKillsTheJobsAndIsTold() throws InterruptedException {
    runsAJob();
    loop.heard(new BreakerAnswer(LEASE, 0, "npm", true, 0));
    assertThat(faults.poll(20, TimeUnit.SECONDS)).hasMessage("a defect");
    assertThat(asked.poll(20, TimeUnit.SECONDS)).isEqualTo("ABANDONED");
  }

  /// Notes what it is asked, and breaks when it hears of a tool.
  private record Noted(BlockingQueue<String> asked) implements Execution {
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
    public void kill(String leaseId, Stop stop) {
      asked.add(stop.name());
    }

    @Override
    public void logAcknowledged(String leaseId, int stepIndex, long offset) {
      asked.add("log");
    }

    @Override
    public void cutOffLog(String leaseId) {}

    @Override
    public void resumeLog(String leaseId) {}

    @Override
    public void answered(BreakerAnswer answer) {
      throw new IllegalStateException("a defect");
    }
  }
}

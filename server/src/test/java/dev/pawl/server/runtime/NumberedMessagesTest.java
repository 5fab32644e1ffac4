package dev.pawl.server.runtime;

import static dev.pawl.server.runtime.ScriptedAgent.ack;
import static dev.pawl.server.runtime.ScriptedAgent.complete;
import static dev.pawl.server.runtime.ScriptedAgent.heartbeat;
import static dev.pawl.server.runtime.ScriptedAgent.start;
import static dev.pawl.server.runtime.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.FromAgent.JobAck;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.Ack;
import dev.pawl.protocol.FromServer.JobCompleteAck;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.LeaseStale;
import dev.pawl.protocol.FromServer.Resend;
import dev.pawl.server.Plans;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages that come twice, too early, or under a lease that is none.
class NumberedMessagesTest {

  @TempDir private Path directory;
  private Turned turned;
  private ScriptedAgent agent;
  private JobDispatch job;

  @BeforeEach
  void aDispatchedJob() throws InterruptedException {
    turned = new Turned(directory);
    agent = turned.agent("a1");
    turned.hears(agent, agent.registers(1, "linux"));
    turned.runs(Plans.sideBySide(1));
    job = agent.dispatches().getFirst();
    agent.received().clear();
  }

  @AfterEach
  void nothing() {
    turned.close();
  }

  @Test
  void aRepeatIsAnsweredTheSameWithoutASecondEffect() throws Exception {
    turned.hears(agent, ack(job, 1), start(job, 2));
    long entries = turned.count("journal");
    turned.hears(agent, ack(job, 1), start(job, 2));
    assertThat(agent.received()).containsExactly(acked(1), acked(2), acked(1), acked(2));
    assertThat(turned.count("journal")).isEqualTo(entries);
  }

  @Test
  void aStartThatIsRefusedIsNeverAcknowledged() throws Exception {
    turned.hears(agent, start(job, 1), start(job, 1));
    assertThat(agent.received())
        .containsExactly(
            new LeaseStale(job.leaseId(), "revoked", "none"),
            new LeaseStale(job.leaseId(), "revoked", "none"));
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.LEASED);
  }

  @Test
  void aValueThatCannotBeEndsTheConnectionAndNothingElse() throws Exception {
    turned.hears(agent, ack(job, 1), start(job, 2), step(job, 3, "dancing"));
    assertThat(turned.order()).last().asString().startsWith("closed: ");
    turned.hears(agent, step(job, 3, "running"));
    assertThat(agent.last()).isEqualTo(acked(3));
  }

  @Test
  void aRepeatInTheSameTurnIsAnsweredTheSame() throws Exception {
    turned.hears(agent, ack(job, 1), ack(job, 1));
    assertThat(agent.received()).containsExactly(acked(1), acked(1));
  }

  @Test
  void aRepeatedResultIsAnsweredTheSame() throws InterruptedException {
    turned.hears(agent, ack(job, 1), start(job, 2));
    agent.received().clear();
    turned.hears(agent, complete(job, 3, "failed", "user"));
    List<FromServer> first = List.copyOf(agent.received());
    assertThat(first).containsExactly(acked(3), new JobCompleteAck(job.leaseId(), true));
    agent.received().clear();
    turned.hears(agent, complete(job, 3, "failed", "user"));
    assertThat(agent.received()).isEqualTo(first);
  }

  @Test
  void aGapIsAskedForAgainAndMovesNothing() throws InterruptedException {
    turned.hears(agent, ack(job, 1));
    turned.hears(agent, complete(job, 3, "failed", "user"));
    assertThat(agent.last()).isEqualTo(new Resend(job.leaseId(), 2));
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.STARTING);
    turned.hears(agent, start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.FAILED);
  }

  @Test
  void aLeaseThatNeverWasIsStale() throws InterruptedException {
    turned.hears(agent, new JobAck("forged", job.runId(), job.jobId(), 1, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale("forged", "unknown", "none"));
    turned.hears(agent, new JobAck(job.leaseId(), job.runId(), "nowhere", 1, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "unknown", "none"));
    turned.hears(agent, new JobAck(job.leaseId(), "no-run", job.jobId(), 1, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "unknown", "none"));
    turned.hears(agent, new JobAck(job.leaseId(), job.runId(), job.jobId(), 2, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "unknown", "none"));
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.LEASED);
  }

  @Test
  void aLateResultIsStaleEveryTimeItIsRepeated() throws InterruptedException {
    turned.hears(agent, ack(job, 1), start(job, 2));
    turned.isCancelled(true);
    agent.received().clear();
    turned.hears(agent, complete(job, 3, "success", "ok"));
    turned.hears(agent, complete(job, 3, "success", "ok"));
    turned.hears(agent, complete(job, 4, "success", "ok"));
    turned.hears(agent, heartbeat(job));
    assertThat(agent.received())
        .hasSize(4)
        .containsOnly(new LeaseStale(job.leaseId(), "revoked", "none"));
  }

  private FromServer acked(long seq) {
    return new Ack(job.leaseId(), seq);
  }
}

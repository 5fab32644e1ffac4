package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.Resend;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.ScriptedStore;
import dev.pawl.server.store.StoreUnavailable;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Messages that come twice, too early, or under a lease that is none.
class NumberedMessagesTest {

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent agent;
  private JobDispatch job;

  @BeforeEach
  void aDispatchedJob() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    job = agent.dispatches().getFirst();
    agent.received().clear();
  }

  @Test
  void aRepeatIsAnsweredTheSameWithoutASecondEffect() {
    node.hears(agent, ack(job, 1), start(job, 2));
    long entries = cluster.lines();
    node.hears(agent, ack(job, 1), start(job, 2));
    assertThat(agent.received()).containsExactly(acked(1), acked(2), acked(1), acked(2));
    assertThat(cluster.lines()).isEqualTo(entries);
  }

  @Test
  void aStartThatIsRefusedIsNeverAcknowledged() {
    node.hears(agent, start(job, 1), start(job, 1));
    assertThat(agent.received())
        .containsExactly(
            new LeaseStale(job.leaseId(), "revoked", "run"),
            new LeaseStale(job.leaseId(), "revoked", "run"));
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.LEASED);
  }

  @Test
  void aValueThatCannotBeEndsTheConnectionAndNothingElse() {
    node.hears(agent, ack(job, 1), start(job, 2), step(job, 3, "dancing"));
    assertThat(cluster.order()).last().asString().startsWith("closed: ");
    node.hears(agent, step(job, 3, "running"));
    assertThat(agent.last()).isEqualTo(acked(3));
  }

  @Test
  void aRepeatedStartUnderALeaseThatIsOverLetsNothingStart() {
    node.hears(agent, ack(job, 1), start(job, 2));
    node.cancels("r1", true);
    node.hears(agent, start(job, 2));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "revoked", "none"));
  }

  @Test
  void aRepeatInTheSameTurnIsAnsweredTheSame() {
    node.hears(agent, ack(job, 1), ack(job, 1));
    assertThat(agent.received()).containsExactly(acked(1), acked(1));
  }

  @Test
  void aRepeatedResultIsAnsweredTheSame() {
    node.hears(agent, ack(job, 1), start(job, 2));
    agent.received().clear();
    node.hears(agent, complete(job, 3, "failed", "user"));
    List<ServerMessage> first = List.copyOf(agent.received());
    assertThat(first).containsExactly(acked(3), new JobCompleteAck(job.leaseId(), true));
    agent.received().clear();
    node.hears(agent, complete(job, 3, "failed", "user"));
    assertThat(agent.received()).isEqualTo(first);
  }

  @Test
  void aGapIsAskedForAgainAndMovesNothing() {
    node.hears(agent, ack(job, 1));
    node.hears(agent, complete(job, 3, "failed", "user"));
    assertThat(agent.last()).isEqualTo(new Resend(job.leaseId(), 2));
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.STARTING);
    node.hears(agent, start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.FAILED);
  }

  /// A request for each of them would make the agent send all of them each time.
  @Test
  void aGapIsRequestedOnceForAllMessagesBehindIt() {
    node.hears(agent, ack(job, 1));
    agent.received().clear();
    node.hears(agent, step(job, 3, "running"), step(job, 4, "success"));
    node.hears(agent, complete(job, 5, "success", "ok"));
    assertThat(agent.received()).containsExactly(new Resend(job.leaseId(), 2));
  }

  @Test
  void aGapIsRequestedOnceEvenIfItsFillingWasNotCommitted() {
    node.hears(agent, ack(job, 1));
    node.hears(agent, complete(job, 3, "failed", "user"));
    cluster.store().next(ScriptedStore.Fault.FULL);
    assertThatThrownBy(() -> node.hears(agent, start(job, 2))).isInstanceOf(StoreUnavailable.class);
    cluster.store().next(ScriptedStore.Fault.NONE);
    agent.received().clear();
    node.hears(agent, complete(job, 3, "failed", "user"));
    assertThat(agent.received()).isEmpty();
    // The agent says by itself what stays unanswered.
    node.hears(agent, start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(cluster.run("r1").job(0).attempt().number()).isEqualTo(1);
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.FAILED);
  }

  @Test
  void aLeaseThatNeverWasIsStale() {
    node.hears(agent, new JobAck("forged", job.runId(), job.jobId(), 1, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale("forged", "unknown", "run"));
    node.hears(agent, new JobAck(job.leaseId(), job.runId(), "nowhere", 1, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "unknown", "run"));
    node.hears(agent, new JobAck(job.leaseId(), "no-run", job.jobId(), 1, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "unknown", "run"));
    node.hears(agent, new JobAck(job.leaseId(), job.runId(), job.jobId(), 2, 1));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "unknown", "run"));
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.LEASED);
  }

  @Test
  void aLateResultIsStaleEveryTimeItIsRepeated() {
    node.hears(agent, ack(job, 1), start(job, 2));
    node.cancels("r1", true);
    agent.received().clear();
    node.hears(agent, complete(job, 3, "success", "ok"));
    node.hears(agent, complete(job, 3, "success", "ok"));
    node.hears(agent, complete(job, 4, "success", "ok"));
    node.hears(agent, heartbeat(job));
    assertThat(agent.received())
        .hasSize(4)
        .containsOnly(new LeaseStale(job.leaseId(), "revoked", "none"));
  }

  private ServerMessage acked(long seq) {
    return new Ack(job.leaseId(), seq);
  }
}

package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.lost;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.ScriptedStore;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Agents come, go, and come back.
class AgentRegistrationTest {

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent agent;
  private JobDispatch job;

  @BeforeEach
  void anAgentWithAJob() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    job = agent.dispatch();
  }

  private AttemptState state() {
    return cluster.job("r1").attempt().state();
  }

  @Test
  void aLostSocketAloneChangesNothingButRunning() {
    node.loses(agent);
    assertThat(state()).isEqualTo(AttemptState.LEASED);
    node.hears(agent, agent.registers());
    node.hears(agent, ack(job, 1), start(job, 2));
    node.loses(agent);
    assertThat(state()).isEqualTo(AttemptState.RECOVERING);
  }

  @Test
  void whoComesBackWithItsJobGoesOn() {
    node.hears(agent, ack(job, 1), start(job, 2));
    node.loses(agent);
    var back = cluster.agent("a1");
    node.hears(back, back.registers(job));
    assertThat(state()).isEqualTo(AttemptState.RUNNING);
    assertThat(back.dispatches()).isEmpty();
  }

  @Test
  void whoComesBackWithoutItHasLostIt() {
    node.hears(agent, ack(job, 1), start(job, 2));
    var back = cluster.agent("a1");
    node.hears(back, back.registers());
    assertThat(cluster.job("r1").attempt().number()).isEqualTo(2);
  }

  @Test
  void aRestartedAgentReportsItsJobAsLostAtOnce() {
    node.hears(agent, ack(job, 1), start(job, 2));
    node.loses(agent);
    var back = cluster.agent("a1");
    node.hears(back, back.registers(job), lost(job, 3));
    assertThat(back.last()).isEqualTo(new Ack(job.leaseId(), 3));
    var past = cluster.job("r1").ended(1).orElseThrow();
    assertThat(past.state()).isEqualTo(AttemptState.LOST);
    assertThat(past.left()).as("processes that may be left").isEmpty();
    node.hears(back, lost(job, 3));
    assertThat(back.last()).isEqualTo(new Ack(job.leaseId(), 3));
  }

  @Test
  void theWordOfAJobThatWasTakenBackBeforeIsStale() {
    node.hears(agent, ack(job, 1), start(job, 2));
    var back = cluster.agent("a1");
    node.hears(back, back.registers(), lost(job, 3));
    assertThat(back.last()).isInstanceOf(LeaseStale.class);
    assertThat(cluster.job("r1").attempt().number()).isEqualTo(2);
  }

  @Test
  void whoWasStartedAgainBeforeItsStartGoesToTheQueueAgain() {
    node.hears(agent, ack(job, 1));
    var back = cluster.agent("a1");
    node.hears(back, back.registers(job), lost(job, 2));
    assertThat(cluster.job("r1").attempt().number()).isEqualTo(1);
    assertThat(back.dispatches()).extracting(JobDispatch::leaseNumber).containsExactly(2);
  }

  @Test
  void aDispatchThatWasNeverTakenIsSentAgain() {
    var back = cluster.agent("a1");
    node.hears(back, back.registers());
    assertThat(back.dispatches()).extracting(JobDispatch::leaseId).contains(job.leaseId());
    assertThat(state()).isEqualTo(AttemptState.LEASED);
  }

  @Test
  void aRegistrationThatIsRepeatedLosesNothing() {
    node.hears(agent, ack(job, 1), start(job, 2));
    node.hears(agent, agent.registers());
    assertThat(state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void aSecondConnectionReplacesTheFirst() {
    var second = cluster.agent("a1");
    node.hears(second, second.registers(job));
    assertThat(cluster.order())
        .contains("closed: the agent has connected again, or another one has its token");
    node.hears(agent, ack(job, 1));
    assertThat(cluster.order()).last().isEqualTo("closed: not registered");
    node.loses(agent);
    node.hears(second, ack(job, 1), start(job, 2));
    assertThat(state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void aJobThatWasForceCancelledRunsNoHookWhenItsAgentReturns() {
    node.hears(agent, ack(job, 1), start(job, 2));
    node.loses(agent);
    node.cancels("r1", true);
    var back = cluster.agent("a1");
    node.hears(back, back.registers(job), heartbeat(job));
    assertThat(back.received()).contains(new LeaseStale(job.leaseId(), "revoked", "none"));
  }

  @Test
  void aLostCancelIsRepeatedWithTheHeartbeat() {
    node.hears(agent, ack(job, 1), start(job, 2));
    node.cancels("r1", false);
    cluster.passes(Duration.ofSeconds(20));
    node.hears(agent, heartbeat(job));
    assertThat(agent.last())
        .isEqualTo(new JobHeartbeatAck(job.leaseId(), 1, 120, true, false, 325));
  }

  @Test
  void whoIsRevokedLosesItsLeasesAndIsNotLetInAgain() {
    node.hears(agent, ack(job, 1), start(job, 2));
    var reply =
        node.orchestrator()
            .submit(
                "a1",
                new AgentStateCommand.Revoke(Actor.person("maintainer"), "not trusted any more"));
    node.turn();
    assertThat(reply).isCompleted();
    assertThat(cluster.job("r1").attempt().number()).isEqualTo(2);
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "revoked", "run"));
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(cluster.order()).contains("closed: the agent was revoked");
    cluster.order().clear();
    var back = cluster.agent("a1");
    node.hears(back, back.registers());
    assertThat(cluster.order()).last().isEqualTo("closed: agent 'a1' was revoked");
    cluster.everythingIsDelivered();
  }

  @Test
  void whoIsRevokedElsewhereIsShutOut() {
    var other = cluster.node("o2").orchestrator();
    var reply =
        other.submit("a1", new AgentStateCommand.Revoke(Actor.person("maintainer"), "not trusted"));
    cluster.node("o2").turn();
    assertThat(reply).isCompleted();
    cluster.livesFor(Duration.ofSeconds(2));
    assertThat(cluster.order()).contains("closed: the agent was revoked");
  }

  @Test
  void aConnectionThatIsLostWhileTheStoreFailsIsGivenNothing() {
    node.hears(agent, ack(job, 1), start(job, 2));
    cluster.store().next(ScriptedStore.Fault.FULL);
    assertThatThrownBy(() -> node.loses(agent)).isInstanceOf(StoreUnavailable.class);
    cluster.store().next(ScriptedStore.Fault.NONE);
    int sent = agent.received().size();
    cluster.runs(node, "r2", SamplePlans.sideBySide(1));
    assertThat(agent.received()).hasSize(sent);
  }

  /// An orchestrator that has stood still reads in one batch that an agent came, and that it went.
  @Test
  void whoComesAndGoesAtOnceIsGivenNothing() throws InterruptedException {
    var brief = cluster.agent("a2");
    node.loses(agent);
    node.orchestrator().receive(brief.registers(), brief);
    node.orchestrator().disconnected(brief);
    node.turn();
    cluster.runs(node, "r2", SamplePlans.sideBySide(1));
    assertThat(brief.dispatches()).isEmpty();
    assertThat(cluster.job("r2").attempt().state()).isEqualTo(AttemptState.QUEUED);
  }

  @Test
  void anotherAgentsLeaseIsNone() {
    var thief = cluster.agent("a2");
    node.hears(thief, thief.registers());
    node.hears(thief, ack(job, 1));
    assertThat(thief.last()).isEqualTo(new LeaseStale(job.leaseId(), "unknown", "run"));
    assertThat(state()).isEqualTo(AttemptState.LEASED);
  }
}

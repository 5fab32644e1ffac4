package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.RevokeLease;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two orchestrators, one store: what one does the other must not undo, deny or repeat.
class TwoOrchestratorsTest {

  private static final LeaseRef FIRST = new LeaseRef(new AttemptRef(0, 1), 1);

  private OrchestratorCluster cluster;
  private OrchestratorNode one;
  private OrchestratorNode other;
  private ScriptedAgent agent;
  private JobDispatch job;

  /// The agent is linked to one, the other has seen the run with its lease granted.
  @BeforeEach
  void aJobThatBothKnow() {
    cluster = new OrchestratorCluster();
    one = cluster.node("o1");
    other = cluster.node("o2");
    agent = cluster.agent("a1");
    one.hears(agent, agent.registers());
    cluster.runs(one, "r1", SamplePlans.sideBySide(1));
    job = agent.dispatch();
    assertThat(other.does("r1", new RevokeLease(lease(9), Actor.ORCHESTRATOR, "")))
        .isInstanceOf(Decision.Refused.class);
  }

  private static LeaseRef lease(int number) {
    return new LeaseRef(FIRST.attempt(), number);
  }

  private AttemptState state() {
    return cluster.job("r1").attempt().state();
  }

  @Test
  void whatConflictsIsDecidedAgain() {
    one.hears(agent, ack(job, 1), start(job, 2)); // the other still knows the lease as granted
    Decision cancelled = other.cancels("r1", false);
    assertThat(cancelled).isInstanceOf(Decision.Accepted.class);
    assertThat(state()).isEqualTo(AttemptState.CANCELLING);
    one.hears(agent, step(job, 3, "running"));
    assertThat(agent.last()).isEqualTo(new Ack(job.leaseId(), 3));
  }

  @Test
  void theLogReceiverKnowsAnAgentsLeasesBeforeItsReply() {
    one.hears(agent, ack(job, 1), start(job, 2));
    var moved = cluster.agent("a1");
    cluster.order().clear();
    other.hears(moved, moved.registers(job));
    assertThat(cluster.order()).containsExactly("commit", "observed", "sent RegisterAck");
  }

  @Test
  void aStaleCacheDoesNotRefuseALiveLease() {
    other.does("r1", new RevokeLease(FIRST, Actor.ORCHESTRATOR, "not trusted"));
    cluster.passes(Duration.ofSeconds(1));
    one.turn(); // grants the second lease, of which the other knows nothing
    JobDispatch second = agent.dispatch();
    assertThat(second.leaseNumber()).isEqualTo(2);
    var moved = cluster.agent("a1");
    other.hears(moved, moved.registers(second));
    moved.received().clear();
    other.hears(moved, ack(second, 1), start(second, 2));
    assertThat(moved.received())
        .containsExactly(new Ack(second.leaseId(), 1), new Ack(second.leaseId(), 2));
    assertThat(state()).isEqualTo(AttemptState.RUNNING);
  }

  /// The other knows the lease as granted, and would send it again.
  @Test
  void aRestartedAgentIsNotSentItsStartedJobAgain() {
    one.hears(agent, ack(job, 1), start(job, 2));
    var restarted = cluster.agent("a1");
    other.hears(restarted, restarted.registers());
    assertThat(restarted.dispatches()).isEmpty();
    assertThat(state()).isEqualTo(AttemptState.WAITING); // for the fence of the one that is lost
  }

  @Test
  void aHeartbeatCannotRenewALeaseThatTheOtherHasEnded() {
    one.hears(agent, ack(job, 1), start(job, 2));
    other.does("r1", new RevokeLease(FIRST, Actor.ORCHESTRATOR, "not trusted"));
    agent.received().clear();
    one.hears(agent, heartbeat(job));
    assertThat(agent.received()).contains(new LeaseStale(job.leaseId(), "revoked", "run"));
    assertThat(agent.received()).noneMatch(JobHeartbeatAck.class::isInstance);
  }

  @Test
  void nobodyIsDeclaredSilentWhomTheOtherHears() {
    one.hears(agent, ack(job, 1), start(job, 2));
    other.cancels("none", false);
    for (int beats = 0; beats < 20; beats++) {
      cluster.passes(Duration.ofSeconds(20));
      one.hears(agent, heartbeat(job));
      other.turn();
      assertThat(state()).isEqualTo(AttemptState.RUNNING);
    }
    assertThat(agent.last()).isInstanceOf(JobHeartbeatAck.class);
  }

  /// A renewal moves no version: only the commit can tell.
  @Test
  void nobodyIsGivenUpWhoIsHeardBeforeTheCommit() {
    one.hears(agent, ack(job, 1));
    cluster.livesFor(Duration.ofSeconds(129));
    assertThat(state()).isEqualTo(AttemptState.STARTING);
    cluster.passes(Duration.ofSeconds(2));
    cluster.store().meanwhile(() -> one.hears(agent, heartbeat(job)));
    other.turn();
    assertThat(state()).isEqualTo(AttemptState.STARTING);
    assertThat(agent.last()).isInstanceOf(JobHeartbeatAck.class);
    cluster.livesFor(Duration.ofSeconds(131));
    assertThat(agent.dispatch().leaseNumber()).isEqualTo(2);
  }

  @Test
  void anEffectReachesAnAgentThatIsConnectedElsewhere() {
    one.hears(agent, ack(job, 1), start(job, 2));
    other.cancels("r1", false);
    assertThat(agent.last()).isEqualTo(new Ack(job.leaseId(), 2));
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(agent.last()).isInstanceOf(JobCancel.class);
    cluster.everythingIsDelivered();
  }

  @Test
  void anAgentThatMovesGoesOnCounting() {
    one.hears(agent, ack(job, 1), start(job, 2), step(job, 3, "running"));
    var moved = cluster.agent("a1");
    other.hears(moved, moved.registers(job));
    moved.received().clear();
    other.hears(moved, step(job, 3, "running"), step(job, 4, "success"));
    assertThat(moved.received())
        .containsExactly(new Ack(job.leaseId(), 3), new Ack(job.leaseId(), 4));
    var back = cluster.agent("a1");
    one.hears(back, back.registers(job));
    back.received().clear();
    one.hears(back, step(job, 4, "success"), complete(job, 5, "success", "ok"));
    assertThat(back.received()).startsWith(new Ack(job.leaseId(), 4), new Ack(job.leaseId(), 5));
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.SUCCESS);
  }

  @Test
  void bothGrantNoSlotTwice() {
    cluster.runs(one, "r2", SamplePlans.sideBySide(1));
    assertThat(agent.dispatches()).hasSize(2);
    var second = cluster.agent("a2");
    other.hears(second, second.registers());
    cluster.runs(one, "r3", SamplePlans.sideBySide(3));
    cluster.livesFor(Duration.ofSeconds(2));
    assertThat(agent.dispatches()).hasSize(2);
    assertThat(second.dispatches()).hasSize(2);
  }

  @Test
  void theSameTriggerAtBothMakesOneRun() {
    var first = one.orchestrator().create(cluster.created("r8", "repository"), "delivery-1");
    var again = other.orchestrator().create(cluster.created("r9", "repository"), "delivery-1");
    one.turn();
    other.turn();
    assertThat(first.join()).isInstanceOf(Decision.Accepted.class);
    assertThat(again.join()).isEqualTo(new Decision.Late("r8"));
  }
}

package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.ScriptedStore;
import dev.pawl.server.ScriptedStore.Fault;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.StoredEffect;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Commits that the store cannot do, or whose outcome it cannot tell.
class StoreFaultTest {

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent agent;

  @BeforeEach
  void anAgent() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
  }

  @Test
  void anUnknownOutcomeThatHappenedIsAcknowledged() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    cluster.store().next(Fault.UNKNOWN_AND_HAPPENED);
    node.hears(agent, ack(job, 1));
    assertThat(agent.last()).isEqualTo(new Ack(job.leaseId(), 1));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.STARTING);
  }

  @Test
  void anUnknownOutcomeThatDidNotHappenIsDecidedAgain() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    cluster.store().next(Fault.UNKNOWN_AND_DID_NOT_HAPPEN);
    node.hears(agent, ack(job, 1));
    assertThat(agent.last()).isEqualTo(new Ack(job.leaseId(), 1));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.STARTING);
  }

  @Test
  void nothingIsDoneBeforeAnUnknownOutcomeIsKnown() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    cluster.store().next(Fault.UNKNOWN_AND_HAPPENED);
    node.gets(agent, ack(job, 1), start(job, 2));
    var reply = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(false));
    cluster.store().failsToTell(2);
    assertThatThrownBy(node::turn).isInstanceOf(StoreUnavailable.class);
    int told = agent.received().size();
    var later = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(true));
    assertThatThrownBy(node::turn).isInstanceOf(StoreUnavailable.class);
    assertThat(agent.received()).hasSize(told);
    assertThat(reply).isNotDone();
    assertThat(later).isNotDone();
    node.turn();
    assertThat(reply).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
    assertThat(later).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.CANCELLED);
  }

  @Test
  void aStoreThatWasFullTakesUpWhereItWas() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    cluster.store().next(Fault.FULL);
    var reply = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(false));
    assertThatThrownBy(() -> node.hears(agent, ack(job, 1))).isInstanceOf(StoreUnavailable.class);
    assertThat(reply).isCompletedExceptionally();
    assertThatThrownBy(() -> node.hears(agent, ack(job, 1))).isInstanceOf(StoreUnavailable.class);
    cluster.store().next(Fault.NONE);
    node.hears(agent, ack(job, 1), start(job, 2));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void aRequestThatKeepsConflictingIsRejectedAsBusy() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    cluster.store().next(Fault.CONFLICT);
    var first = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(false));
    var second = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(true));
    node.turn();
    assertThat(first).isCompletedExceptionally();
    assertThat(second).isCompletedExceptionally();
    cluster.store().next(Fault.NONE);
    assertThat(node.cancels("r1", false)).isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void aStoreThatCannotBeReachedFailsThoseWhoAskAndNobodyElse() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    cluster.store().isUnreachable(true);
    var reply = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(false));
    assertThatThrownBy(node::turn).isInstanceOf(StoreUnavailable.class);
    assertThat(reply).isCompletedExceptionally();
    cluster.store().isUnreachable(false);
    assertThat(node.cancels("r1", false)).isInstanceOf(Decision.Accepted.class);
  }

  @Test
  void whatACrashLeftUndeliveredAnotherOneDelivers() {
    var other = cluster.node("o2");
    node.creates(cluster.created("r1", "repository"));
    cluster.store().next(Fault.CRASH_AFTER_COMMIT);
    assertThatThrownBy(() -> node.plans("r1", SamplePlans.sideBySide(1)))
        .isInstanceOf(ScriptedStore.Crash.class);
    assertThat(agent.dispatches()).isEmpty();
    var back = cluster.agent("a1");
    other.hears(back, back.registers());
    assertThat(back.dispatches()).isNotEmpty();
    cluster.passes(Duration.ofSeconds(1));
    other.hears(back, ack(back.dispatch(), 1), start(back.dispatch(), 2));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RUNNING);
    assertThat(cluster.undelivered().stream().map(StoredEffect::effect))
        .noneMatch(dev.pawl.core.command.Effect.ToAgent.class::isInstance);
  }
}

package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.heartbeat;
import static dev.pawl.server.ScriptedAgent.reject;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.StepAction;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.PolicyPlans;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.ScriptedStore.Fault;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Decide, commit, and only then tell.
class OrchestratorTest {

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent agent;

  @BeforeEach
  void anOrchestratorWithAnAgent() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
  }

  @Test
  void anAgentThatRegistersIsKnown() {
    assertThat(agent.last()).isInstanceOf(RegisterAck.class);
  }

  @Test
  void nothingIsSentBeforeItsCommit() {
    cluster.order().clear();
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    assertThat(cluster.order())
        .containsExactly(
            "commit", "observed", "commit", "observed", "observed", "sent JobDispatch");
  }

  @Test
  void aRunThatBringsItsPlanIsGivenOutInItsFirstCommit() {
    cluster.order().clear();
    var reply =
        node.orchestrator().create(cluster.created("r1", "repository"), SamplePlans.sideBySide(1));
    node.turn();
    assertThat(reply).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
    assertThat(cluster.order())
        .containsExactly("commit", "observed", "observed", "observed", "sent JobDispatch");
  }

  @Test
  void aSecondCreationOfARunWithAPlanChangesNothing() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    var reply =
        node.orchestrator().create(cluster.created("r1", "repository"), SamplePlans.sideBySide(2));
    node.turn();
    assertThat(reply).isCompletedWithValue(new Decision.Late("r1"));
    assertThat(cluster.run("r1").jobs()).hasSize(1);
  }

  @Test
  void aRunAndItsPlanAreStoredTogetherOrNotAtAll() {
    cluster.store().next(Fault.FULL);
    var reply =
        node.orchestrator().create(cluster.created("r1", "repository"), SamplePlans.sideBySide(1));
    assertThatThrownBy(node::turn).isInstanceOf(StoreUnavailable.class);
    assertThat(reply).isCompletedExceptionally();
    assertThat(cluster.store().run(new RunId("r1"))).isEmpty();
  }

  @Test
  void aReplyIsThereOnlyAfterTheCommit() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    var reply = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(false));
    assertThat(reply).isNotDone();
    node.turn();
    assertThat(reply).isCompleted();
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void noReplyIsSentWhenTheStoreFails() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    int told = agent.received().size();
    cluster.store().next(Fault.FULL);
    var reply = node.orchestrator().submit(new RunId("r1"), OrchestratorNode.cancel(false));
    assertThatThrownBy(() -> node.hears(agent, ack(job, 1)))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("full");
    assertThat(agent.received()).hasSize(told);
    assertThat(reply).isCompletedExceptionally();
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.LEASED);
  }

  @Test
  void afterAFailureOfTheStoreItGoesOnFromWhatIsDurable() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    cluster.store().next(Fault.FULL);
    JobDispatch job = agent.dispatches().getFirst();
    assertThatThrownBy(() -> node.hears(agent, ack(job, 1))).isInstanceOf(StoreUnavailable.class);
    cluster.store().next(Fault.NONE);
    node.hears(agent, ack(job, 1), start(job, 2));
    assertThat(agent.last()).isEqualTo(new Ack(job.leaseId(), 2));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void aRunGoesFromDispatchToSuccess() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    assertThat(job.job().steps().getFirst().action())
        .isEqualTo(new StepAction.Script("echo hello\n", "bash", "sub"));
    node.hears(agent, ack(job, 1), start(job, 2));
    node.hears(agent, step(job, 3, "running"), step(job, 4, "success"));
    node.hears(agent, complete(job, 5, "success", "ok"));
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.SUCCESS);
  }

  @Test
  void jobsRunSideBySideUpToTheSlotsOfTheAgent() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(3));
    assertThat(agent.dispatches()).hasSize(2);
    JobDispatch first = agent.dispatches().getFirst();
    node.hears(agent, ack(first, 1), start(first, 2), complete(first, 3, "failed", "user"));
    assertThat(agent.dispatches()).hasSize(3);
  }

  @Test
  void aJobGoesOnlyToAnAgentWithItsLabels() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(3));
    var other = cluster.agent("a2");
    node.hears(other, other.registers(5, List.of("windows")));
    assertThat(other.dispatches()).isEmpty();
    var fitting = cluster.agent("a3");
    node.hears(fitting, fitting.registers(5, List.of("gpu", "linux")));
    assertThat(fitting.dispatches()).hasSize(1);
  }

  @Test
  void anAgentThatRegistersAgainIsAsBusyAsItWas() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(3));
    JobDispatch[] jobs = agent.dispatches().toArray(JobDispatch[]::new);
    node.hears(agent, agent.registers(jobs));
    assertThat(agent.dispatches()).hasSize(2);
  }

  @Test
  void anAgentThatRejectsIsNotAskedAgainForTenSeconds() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    node.hears(agent, reject(agent.dispatches().getFirst(), 1));
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.QUEUED);
    cluster.passes(Duration.ofSeconds(9));
    node.hears(agent, heartbeat(agent.dispatches().getFirst()));
    assertThat(agent.dispatches()).hasSize(1);
    cluster.passes(Duration.ofSeconds(1));
    node.hears(agent, heartbeat(agent.dispatches().getFirst()));
    assertThat(agent.dispatches()).hasSize(2);
    assertThat(agent.dispatches().get(1).leaseNumber()).isEqualTo(2);
  }

  @Test
  void aHeartbeatRenewsWithoutAJournalEntry() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    node.hears(agent, ack(job, 1), start(job, 2));
    long entries = cluster.lines();
    for (int beats = 0; beats < 10; beats++) {
      cluster.passes(Duration.ofSeconds(20));
      node.hears(agent, heartbeat(job));
    }
    assertThat(agent.last()).isEqualTo(new JobHeartbeatAck(job.leaseId(), 1, 120, false, false, 0));
    assertThat(cluster.lines()).isEqualTo(entries);
    assertThat(cluster.run("r1").job(0).attempt().state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void aGracefulCancelReachesTheAgent() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    node.hears(agent, ack(job, 1), start(job, 2));
    node.cancels("r1", false);
    assertThat(agent.last())
        .isInstanceOfSatisfying(
            JobCancel.class,
            cancel -> {
              assertThat(cancel.leaseId()).isEqualTo(job.leaseId());
              assertThat(cancel.force()).isFalse();
            });
  }

  @Test
  void effectsAreForgottenOnceTheyAreDelivered() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    node.hears(agent, ack(job, 1), start(job, 2));
    node.cancels("r1", false);
    assertThat(cluster.undelivered()).hasSize(1);
    node.hears(agent, step(job, 3, "running"));
    assertThat(cluster.undelivered()).isEmpty();
    node.cancels("r1", true);
    node.orchestrator().discardDelivered();
    assertThat(cluster.undelivered()).isEmpty();
  }

  @Test
  void aDispatchToAConnectedAgentStoresNoEffect() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    assertThat(agent.dispatches()).hasSize(1);
    assertThat(cluster.undelivered()).isEmpty();
  }

  @Test
  void whatWasDeliveredIsForgottenAlsoIfNothingElseHappens() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    cluster.everythingIsDelivered();
  }

  @Test
  void aLeaseThatNobodyRenewsIsLostAndItsAgentFenced() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    node.hears(agent, ack(job, 1), start(job, 2));
    cluster.livesFor(Duration.ofSeconds(129));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RECOVERING);
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(cluster.job("r1").attempt().number()).isEqualTo(2);
    assertThat(agent.received()).contains(new LeaseStale(job.leaseId(), "expired", "run"));
    node.hears(agent, heartbeat(job));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "expired", "run"));
  }

  @Test
  void nobodyCleansUpWhereTheNextAttemptMayBeAtWork() {
    cluster.runs(node, "r1", PolicyPlans.deploying());
    JobDispatch job = agent.dispatches().getFirst();
    node.hears(agent, ack(job, 1), start(job, 2));
    cluster.livesFor(Duration.ofSeconds(130));
    assertThat(cluster.job("r1").attempt().number()).isEqualTo(2);
    assertThat(agent.received()).contains(new LeaseStale(job.leaseId(), "expired", "none"));
    node.hears(agent, heartbeat(job));
    assertThat(agent.last()).isEqualTo(new LeaseStale(job.leaseId(), "expired", "none"));
  }

  @Test
  void aRunThatEndedIsNotLookedAtAnyMore() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(cluster.run("r1").isOver()).isTrue();
    cluster.passes(Duration.ofDays(2));
    node.turn();
    cluster.order().clear();
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(cluster.order()).isEmpty();
  }
}

package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Origin;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.DeferredCommitExecutor;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.ScriptedStore.Fault;
import dev.pawl.server.store.StoreUnavailable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Batches that are decided while the last one is being committed: as if it had been, and again if
/// it is not.
class DecideAheadTest {

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent agent;

  @BeforeEach
  void anAgent() {
    cluster = new OrchestratorCluster().carriedBy(new DeferredCommitExecutor());
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
    cluster.order().clear();
  }

  private CompletableFuture<Decision> creates(String run) {
    return node.orchestrator().create(cluster.created(run, "repository"));
  }

  private CompletableFuture<Decision> plans(String run) {
    return node.orchestrator()
        .submit(new RunId(run), new FinishPlanning(SamplePlans.sideBySide(1)));
  }

  /// One turn; what it has decided is being committed.
  private void turn() {
    assertThat(node.orchestrator().turn()).isTrue();
  }

  private static boolean isAccepted(CompletableFuture<Decision> reply) {
    return reply.isDone()
        && !reply.isCompletedExceptionally()
        && reply.join() instanceof Decision.Accepted;
  }

  @Test
  void noReplyIsSentBeforeTheCommit() {
    var created = creates("r1");
    turn();
    assertThat(created).isNotDone();
    assertThat(cluster.order()).isEmpty();
    var planned = plans("r1");
    turn();
    assertThat(isAccepted(created)).isTrue();
    assertThat(planned).isNotDone();
    assertThat(cluster.order()).containsExactly("commit", "observed");
    node.turn();
    assertThat(isAccepted(planned)).isTrue();
    assertThat(cluster.order())
        .containsExactly(
            "commit", "observed", "commit", "observed", "observed", "sent JobDispatch");
  }

  @Test
  void whatIsAheadGoesOnFromWhatIsBeingCommitted() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    agent.received().clear();
    int before = cluster.store().tries();
    node.gets(agent, ack(job, 1));
    turn();
    node.gets(agent, start(job, 2));
    node.turn();
    assertThat(agent.received())
        .containsExactly(new Ack(job.leaseId(), 1), new Ack(job.leaseId(), 2));
    assertThat(cluster.store().tries()).isEqualTo(before + 2);
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void theSameTriggerAheadMakesNoSecondRun() {
    var first = node.orchestrator().create(cluster.created("r1", "repository"), "push 1");
    turn();
    var second = node.orchestrator().create(cluster.created("r2", "repository"), "push 1");
    node.turn();
    assertThat(isAccepted(first)).isTrue();
    assertThat(second).isCompletedWithValue(new Decision.Late("r1"));
  }

  @Test
  void whatIsAheadIsDecidedAgainIfAnotherOneWasFaster() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    OrchestratorNode other = cluster.node("o2");
    node.gets(agent, ack(job, 1));
    turn();
    node.gets(agent, start(job, 2));
    cluster.store().meanwhile(() -> other.cancels("r1", true));
    node.turn();
    assertThat(agent.received()).doesNotContain(new Ack(job.leaseId(), 2));
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.CANCELLED);
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.CANCELLED);
  }

  @Test
  void whoAskedAheadIsAnsweredOnceAlsoIfTheCommitConflicts() {
    var created = creates("r1");
    turn();
    var planned = plans("r1");
    var other = creates("r2");
    cluster.store().meanwhile(() -> cluster.node("o2").creates(cluster.created("r1", "else")));
    node.turn();
    assertThat(created).isCompletedWithValue(new Decision.Late("r1"));
    assertThat(planned).isDone();
    assertThat(isAccepted(other)).isTrue();
  }

  @Test
  void whatIsAheadOfACommitThatFailsIsDecidedAfterIt() {
    var first = creates("r1");
    turn();
    var second = creates("r2");
    cluster.store().next(Fault.FULL);
    assertThatThrownBy(node::turn).isInstanceOf(StoreUnavailable.class);
    assertThat(first).isCompletedExceptionally();
    assertThat(second).isNotDone();
    cluster.store().next(Fault.NONE);
    node.turn();
    assertThat(isAccepted(second)).isTrue();
    assertThat(cluster.store().run(new RunId("r1"))).isEmpty();
  }

  @Test
  void whatIsAheadOfAnUnknownOutcomeIsDecidedWhenThatIsKnown() {
    for (Fault fault : new Fault[] {Fault.UNKNOWN_AND_HAPPENED, Fault.UNKNOWN_AND_DID_NOT_HAPPEN}) {
      String run = "r of " + fault;
      var created = creates(run);
      turn();
      var planned = plans(run);
      cluster.store().next(fault);
      node.turn();
      assertThat(isAccepted(created)).isTrue();
      assertThat(isAccepted(planned)).isTrue();
    }
    assertThat(agent.dispatches()).hasSize(2);
  }

  @Test
  void whoComesIsNotAhead() {
    var created = creates("r1");
    turn();
    var late = cluster.agent("a2");
    node.gets(late, late.registers());
    turn();
    assertThat(isAccepted(created)).isTrue();
    assertThat(late.received()).isEmpty();
    node.turn();
    assertThat(late.received()).isNotEmpty();
  }

  @Test
  void whatTheStoreIsAskedIsAnsweredWithWhatIsBeingCommitted() {
    JobDispatch green = runs("r1");
    JobDispatch red = runs("r2");
    node.gets(agent, step(green, 4, "success"), complete(green, 5, "success", "ok"));
    turn();
    node.gets(agent, complete(red, 4, "failed", "test"));
    node.turn();
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.SUCCESS);
    assertThat(cluster.job("r2").attempt().number()).as("flaky, and tried again").isEqualTo(2);
  }

  private JobDispatch runs(String id) {
    node.creates(cluster.created(id, new Origin.Source("repository", "main", "c0ffee", "forge")));
    node.plans(id, SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    node.hears(agent, ack(job, 1), start(job, 2), step(job, 3, "running"));
    return job;
  }
}

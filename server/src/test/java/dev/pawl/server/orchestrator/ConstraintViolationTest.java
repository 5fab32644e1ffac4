package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.DeferredCommitExecutor;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedStore.Fault;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The culprit of a rejected batch is found, wherever it is, and is the only thing that does not
/// happen.
class ConstraintViolationTest {

  private final OrchestratorCluster cluster =
      new OrchestratorCluster().carriedBy(new DeferredCommitExecutor());
  private final OrchestratorNode node = cluster.node("o1");

  private CompletableFuture<Decision> creates(String run) {
    return node.orchestrator().create(cluster.created(run, "repository"));
  }

  private CompletableFuture<Decision> plans(String run) {
    return node.orchestrator()
        .submit(new RunId(run), new FinishPlanning(SamplePlans.sideBySide(1)));
  }

  private static boolean isOf(Change change, String run) {
    return change.affectedRun().filter(it -> it.id().value().equals(run)).isPresent();
  }

  private void refuses(String run) {
    cluster.store().refuses(change -> isOf(change, run));
  }

  private static boolean isAccepted(CompletableFuture<Decision> reply) {
    return reply.join() instanceof Decision.Accepted;
  }

  private List<String> quarantined() {
    return cluster.order().stream().filter(it -> it.startsWith("quarantined")).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 6, 11, 12})
  void theCulpritIsFoundWhereverItIs(int place) {
    refuses("r" + place);
    var replies = IntStream.range(0, 13).mapToObj(run -> creates("r" + run)).toList();
    node.turn();
    assertThat(replies.get(place).join()).isInstanceOf(Decision.Refused.class);
    var others = new ArrayList<>(replies);
    others.remove(place);
    assertThat(others).allMatch(ConstraintViolationTest::isAccepted);
    assertThat(quarantined()).containsExactly("quarantined r" + place);
  }

  @Test
  void severalCulpritsAreFoundInOneBatch() {
    cluster.store().refuses(change -> isOf(change, "r1") || isOf(change, "r5"));
    var replies = IntStream.range(0, 8).mapToObj(run -> creates("r" + run)).toList();
    node.turn();
    assertThat(replies.stream().filter(ConstraintViolationTest::isAccepted)).hasSize(6);
    assertThat(quarantined()).containsExactly("quarantined r1", "quarantined r5");
  }

  @Test
  void whatWasDecidedAheadIsDecidedAfterIt() {
    refuses("r2");
    var first = List.of(creates("r1"), creates("r2"), creates("r3"));
    assertThat(node.orchestrator().turn()).isTrue();
    var ahead = List.of(plans("r1"), plans("r2"), creates("r4"), plans("r4"));
    node.turn();
    assertThat(first.stream().map(ConstraintViolationTest::isAccepted))
        .containsExactly(true, false, true);
    assertThat(ahead.stream().map(ConstraintViolationTest::isAccepted))
        .containsExactly(true, false, true, true);
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.QUEUED);
  }

  @Test
  void whatIsRefusedMayBeAheadItself() {
    refuses("r2");
    var first = creates("r1");
    assertThat(node.orchestrator().turn()).isTrue();
    var ahead = List.of(plans("r1"), creates("r2"), creates("r3"));
    node.turn();
    assertThat(isAccepted(first)).isTrue();
    assertThat(ahead.stream().map(ConstraintViolationTest::isAccepted))
        .containsExactly(true, false, true);
    assertThat(quarantined()).containsExactly("quarantined r2");
  }

  @Test
  void aLeaseThatCannotBeGrantedLeavesTheAgentToTheOthers() {
    var agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
    for (String run : List.of("r1", "r2")) {
      node.creates(cluster.created(run, "repository"));
    }
    cluster
        .store()
        .refuses(change ->
            isOf(change, "r1") && change.run().jobCounts().inStates(AttemptState.LEASED) > 0);
    var planned = List.of(plans("r1"), plans("r2"));
    node.turn();
    assertThat(planned).allMatch(ConstraintViolationTest::isAccepted);
    assertThat(quarantined()).containsExactly("quarantined r1");
    assertThat(agent.dispatches()).extracting(JobDispatch::runId).containsExactly("r2");
  }

  @Test
  void whatAnAgentSaysOfOtherRunsIsHeardInItsOrder() {
    var agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    refuses("r2");
    var bad = creates("r2");
    node.hears(agent, ack(job, 1), start(job, 2));
    assertThat(isAccepted(bad)).isFalse();
    assertThat(agent.received()).contains(new Ack(job.leaseId(), 1), new Ack(job.leaseId(), 2));
    assertThat(cluster.job("r1").attempt().state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void aStoreThatGoesAwayMeanwhileFailsOneAndKeepsTheRest() {
    cluster
        .store()
        .refuses(change -> {
          if (isOf(change, "r4")) {
            cluster.store().next(Fault.FULL);
            return true;
          }
          return false;
        });
    var replies = IntStream.range(0, 5).mapToObj(run -> creates("r" + run)).toList();
    assertThatThrownBy(node::turn).isInstanceOf(StoreUnavailable.class);
    cluster.store().refuses(_ -> false);
    cluster.store().next(Fault.NONE);
    node.turn();
    assertThat(replies).allMatch(CompletableFuture::isDone);
    assertThat(replies.stream().filter(CompletableFuture::isCompletedExceptionally)).isNotEmpty();
    assertThat(isAccepted(replies.getLast())).isTrue();
    assertThat(quarantined()).isEmpty();
  }
}

package dev.pawl.server.dispatch;

import static dev.pawl.server.ScriptedAgent.ack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Dispatches to agents that read slowly: their memory is bounded, and none is lost.
class DispatchRoomTest {

  private static final long ROOM = 10_000;
  private static final long LARGE = 6_000;
  private static final int JOBS = 20;

  private OrchestratorCluster cluster;
  private OrchestratorNode node;

  @BeforeEach
  void littleRoom() {
    cluster =
        new OrchestratorCluster()
            .with(new OrchestratorLimits(100, 10, 100, 2, 100, 100, 100, 20, 5, 10, ROOM));
    node = cluster.node("o1");
  }

  private ScriptedAgent slowAgent(String id, int mostUnsent) {
    ScriptedAgent agent = cluster.agent(id).readsSlowly(LARGE, mostUnsent);
    node.hears(agent, agent.registers(JOBS, List.of("linux")));
    return agent;
  }

  private long leased() {
    Run run = cluster.run("r1");
    return IntStream.range(0, run.jobs().size())
        .filter(job -> run.job(job).attempt().state() == AttemptState.LEASED)
        .count();
  }

  private void isWithinItsLimits() {
    assertThat(node.orchestrator().sizes()).allMatch(BoundedSize::isWithinLimit);
  }

  private void readsAll(ScriptedAgent agent) {
    while (agent.unread() > 0) {
      agent.reads();
      node.turn();
      assertThat(agent.unread()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void dispatchesBeyondTheRoomAreNeitherRenderedNorGranted() {
    ScriptedAgent agent = slowAgent("a1", JOBS);
    cluster.runs(node, "r1", SamplePlans.sideBySide(JOBS));
    assertThat(agent.dispatches()).hasSize(2);
    assertThat(leased()).isBetween(2L, 4L);
    cluster.livesFor(Duration.ofSeconds(5));
    assertThat(agent.dispatches()).hasSize(2);
    assertThat(leased()).isBetween(2L, 4L);
    isWithinItsLimits();

    readsAll(agent);
    assertThat(agent.dispatches().stream().map(JobDispatch::leaseId).distinct()).hasSize(JOBS);
    assertThat(leased()).isEqualTo(JOBS);
    isWithinItsLimits();
  }

  @Test
  void aSlowAgentLeavesRoomForOthers() {
    ScriptedAgent slow = slowAgent("a1", 1);
    cluster.runs(node, "r1", SamplePlans.sideBySide(JOBS));
    assertThat(slow.dispatches()).hasSize(1);
    assertThat(leased()).isEqualTo(JOBS);
    ScriptedAgent other = cluster.agent("a2");
    node.hears(other, other.registers());
    cluster.runs(node, "r2", SamplePlans.sideBySide(1));
    assertThat(other.dispatches()).hasSize(1);
    readsAll(slow);
    assertThat(slow.dispatches()).hasSize(JOBS);
  }

  @Test
  void jobsThatAnAgentLostAreSentAgainWhenThereIsRoom() {
    ScriptedAgent agent = slowAgent("a1", 1);
    cluster.runs(node, "r1", SamplePlans.sideBySide(5));
    node.loses(agent);
    var back = cluster.agent("a1").readsSlowly(LARGE, JOBS);
    node.hears(back, back.registers(JOBS, List.of("linux")));
    assertThat(back.dispatches()).hasSize(1);
    agent.reads(); // as its socket does when it is closed
    node.turn();
    readsAll(back);
    assertThat(back.dispatches().stream().map(JobDispatch::leaseId).distinct()).hasSize(5);
    assertThat(back.dispatches()).hasSize(5);
  }

  @Test
  void whatIsCancelledMeanwhileIsNotSent() {
    ScriptedAgent agent = slowAgent("a1", 1);
    cluster.runs(node, "r1", SamplePlans.sideBySide(3));
    node.hears(agent, ack(agent.dispatch(), 1));
    node.cancels("r1", true);
    agent.reads();
    node.turn();
    assertThat(agent.dispatches()).hasSize(1);
    assertThat(cluster.run("r1").isOver()).isTrue();
  }

  @Test
  void aStoredDispatchWaitsForRoom() {
    OrchestratorNode other = cluster.node("o2");
    ScriptedAgent agent = slowAgent("a1", 1);
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    assertThat(agent.isBusy()).isTrue();
    cluster.runs(other, "r2", SamplePlans.sideBySide(1));
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(agent.dispatches()).hasSize(1);
    agent.reads();
    cluster.livesFor(Duration.ofSeconds(2));
    assertThat(agent.dispatches()).hasSize(2);
    cluster.everythingIsDelivered();
  }
}

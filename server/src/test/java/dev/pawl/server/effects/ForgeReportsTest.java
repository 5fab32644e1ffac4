package dev.pawl.server.effects;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.Origin;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.PolicyPlans;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Reports to the forge.
class ForgeReportsTest {

  private final List<String> reported = new ArrayList<>();
  private final List<Consumer<Forge.Outcome>> open = new ArrayList<>();
  private final Forge forge =
      (_, report, outcome) -> {
        reported.add(report.state().name());
        open.add(outcome);
      };
  private final List<String> wanted = new ArrayList<>();
  private final OrchestratorCluster cluster =
      new OrchestratorCluster()
          .with(forge)
          .with((run, tries) -> wanted.add(run.id() + " " + tries));
  private final OrchestratorNode node = cluster.node("o1");
  private final ScriptedAgent agent = cluster.agent("a1");

  private void runWithACommit() {
    node.hears(agent, agent.registers());
    node.creates(cluster.created("r1", new Origin.Source("repository", "main", "c0ffee", "forge")));
    node.plans("r1", SamplePlans.sideBySide(1));
  }

  private void answer(Forge.Outcome outcome) {
    open.removeFirst().accept(outcome);
    node.turn();
  }

  @Test
  void aNewerReportReplacesOneThatWaits() {
    runWithACommit();
    assertThat(reported).containsExactly("QUEUED");
    JobDispatch job = agent.dispatch();
    node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(reported).containsExactly("QUEUED");
    answer(new Forge.Outcome.Accepted());
    assertThat(reported).containsExactly("QUEUED", "FAILED");
    answer(new Forge.Outcome.Accepted());
    cluster.everythingIsDelivered();
    assertThat(reported).containsExactly("QUEUED", "FAILED");
  }

  @Test
  void aFailedReportIsRetriedWithBackoffForADay() {
    runWithACommit();
    node.cancels("r1", true);
    answer(new Forge.Outcome.Failed("502"));
    int tries = reported.size();
    cluster.livesFor(Duration.ofMinutes(10));
    assertThat(reported).hasSize(tries + 1);
    while (!open.isEmpty()) {
      answer(new Forge.Outcome.Failed("502"));
      cluster.passes(Duration.ofMinutes(6));
      node.turn();
    }
    assertThat(reported.size()).isBetween(200, 300);
    assertThat(reported).last().isEqualTo("CANCELLED");
    assertThat(cluster.order()).contains("gave up r1: 502");
    cluster.everythingIsDelivered();
  }

  @Test
  void aWorkflowThatNobodyReadsIsWantedAgain() {
    node.creates(cluster.created("r1", "repository"));
    assertThat(wanted).containsExactly("r1 1");
    cluster.livesFor(Duration.ofSeconds(61));
    assertThat(wanted).containsExactly("r1 1", "r1 2");
    node.plans("r1", SamplePlans.sideBySide(1));
    cluster.livesFor(Duration.ofMinutes(3));
    assertThat(wanted).hasSize(2);
    cluster.everythingIsDelivered();
  }

  @Test
  void aRunThatFailedIsDoneAgainAsItsPolicySays() {
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", PolicyPlans.retriedOnce());
    JobDispatch job = agent.dispatch();
    node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(cluster.run("r1.1").state()).isEqualTo(RunState.WAITING);
    cluster.livesFor(Duration.ofSeconds(12));
    assertThat(agent.dispatch().runId()).isEqualTo("r1.1");
    cluster.everythingIsDelivered();
  }

  @Test
  void whatNobodyWillEverHearIsNotKeptForEver() {
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    node.hears(agent, ack(agent.dispatch(), 1), start(agent.dispatch(), 2));
    node.loses(agent);
    node.cancels("r1", true);
    assertThat(cluster.undelivered()).hasSize(1);
    cluster.livesFor(Duration.ofMinutes(10));
    cluster.everythingIsDelivered();
  }

  @Test
  void aRunRetryCancelledWhileItWaitsStartsNothing() {
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", PolicyPlans.retriedOnce());
    JobDispatch job = agent.dispatch();
    node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(cluster.run("r1.1").state()).isEqualTo(RunState.WAITING);
    node.cancels("r1.1", false);
    assertThat(cluster.run("r1.1").state()).isEqualTo(RunState.CANCELLED);
    cluster.livesFor(Duration.ofMinutes(1));
    assertThat(agent.dispatches()).containsExactly(job);
    assertThat(cluster.run("r1.1").state()).isEqualTo(RunState.CANCELLED);
    cluster.everythingIsDelivered();
  }

  @Test
  void aNextRunAttemptIsNotHeldAgainForTheSameCommit() {
    node.hears(agent, agent.registers());
    cluster.runs(
        node, "r1", PolicyPlans.Wishes.NONE.held(Approval.by("reviewer")).retriedOnce().plan());
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.HELD);
    node.does("r1", new EngineCommand.ApproveRun(Actor.person("reviewer"), List.of()));
    JobDispatch job = agent.dispatch();
    node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(cluster.run("r1.1").state()).isEqualTo(RunState.WAITING);
    cluster.livesFor(Duration.ofSeconds(12));
    assertThat(agent.dispatch().runId()).isEqualTo("r1.1");
  }
}

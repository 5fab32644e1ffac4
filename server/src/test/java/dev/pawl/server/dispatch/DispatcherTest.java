package dev.pawl.server.dispatch;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.PolicyPlans;
import dev.pawl.server.RichPlan;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Order and time in which agents get work.
class DispatcherTest {

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent agent;

  @BeforeEach
  void anAgentWithTwoSlots() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
  }

  private void finish(JobDispatch job) {
    node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
  }

  @Test
  void anAgentGetsJobsOfItsOrgOnly() {
    ScriptedAgent other = cluster.agent("a2").in("elsewhere");
    node.hears(other, other.registers());
    for (int run = 1; run <= 4; run++) {
      cluster.runs(node, "r" + run, SamplePlans.sideBySide(1));
    }
    assertThat(dispatched()).containsExactly("r1", "r2");
    assertThat(other.dispatches()).isEmpty();
  }

  private List<String> dispatched() {
    return agent.dispatches().stream().map(JobDispatch::runId).toList();
  }

  @Test
  void aStepIsSentWithWhatItExpects() {
    cluster.runs(node, "r1", RichPlan.plan(false));
    assertThat(agent.dispatch().job().steps())
        .extracting(step -> step.policy().successExitCodes())
        .containsExactly(List.of(0, 7), List.of(0));
  }

  @Test
  void aDispatchHasTheRulesOfWorkflowAndServer() {
    cluster =
        new OrchestratorCluster()
            .with(List.of(FailureRule.log(ReasonCode.INFRA, "operator", "no route")));
    node = cluster.node("o1");
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", RichPlan.plan(false));
    ServerMessage.Rules rules = agent.dispatch().inputs().rules();
    assertThat(rules.workflow())
        .extracting(FailureRule::name)
        .containsExactly("our mirror", "licence");
    assertThat(rules.server())
        .containsExactly(FailureRule.log(ReasonCode.INFRA, "operator", "no route"));
  }

  @Test
  void repositoriesShareFairly() {
    cluster.runs(node, "large", "monorepo", SamplePlans.sideBySide(5));
    cluster.passes(Duration.ofSeconds(1));
    cluster.runs(node, "small", "library", SamplePlans.sideBySide(1));
    assertThat(dispatched()).containsExactly("large", "large");
    finish(agent.dispatches().getFirst());
    assertThat(dispatched()).containsExactly("large", "large", "small");
  }

  @Test
  void whoWaitsLongEnoughIsServedBesideAnIdleNeighbour() {
    cluster.runs(node, "large", "monorepo", SamplePlans.sideBySide(5));
    cluster.passes(Duration.ofMinutes(3));
    cluster.runs(node, "small", "library", SamplePlans.sideBySide(1));
    finish(agent.dispatches().getFirst());
    assertThat(dispatched()).containsExactly("large", "large", "large");
  }

  @Test
  void aHigherPriorityGoesFirst() {
    cluster.runs(node, "large", SamplePlans.sideBySide(5));
    cluster.runs(node, "urgent", PolicyPlans.ofPriority(1));
    finish(agent.dispatches().getFirst());
    assertThat(dispatched()).containsExactly("large", "large", "urgent");
  }

  @Test
  void whatAnotherOrchestratorHasQueuedIsFound() {
    cluster.runs(cluster.node("o2"), "r1", SamplePlans.sideBySide(1));
    assertThat(agent.dispatches()).isEmpty();
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(dispatched()).containsExactly("r1");
  }

  @Test
  void whoDrainsIsGivenNothing() {
    node.hears(agent, new dev.pawl.protocol.AgentMessage.AgentDraining("a1"));
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(agent.dispatches()).isEmpty();
  }

  @Test
  void whoIsGoneIsGivenNothing() {
    node.loses(agent);
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(agent.dispatches()).isEmpty();
  }

  @Test
  void aSlotThatAnotherOrchestratorFreedIsFilled() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(2));
    cluster.runs(node, "r2", SamplePlans.sideBySide(1));
    assertThat(agent.dispatches()).hasSize(2);
    cluster.node("o2").cancels("r1", true);
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(dispatched()).endsWith("r2");
  }

  @Test
  void aDispatchSaysTheBoundsOfTheLeaseAndOfTheJob() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(1));
    JobDispatch plain = agent.dispatch();
    assertThat(plain.leaseNumber()).isEqualTo(1);
    assertThat(plain.leaseTtlSeconds()).isEqualTo(120);
    assertThat(plain.heartbeatSeconds()).isEqualTo(20);
    assertThat(plain.job().timeout()).isEqualTo(Duration.ofHours(6));
    assertThat(plain.job().grace()).isEqualTo(Duration.ofSeconds(30));
    assertThat(plain.job().hookBudget()).isEqualTo(Duration.ofMinutes(5));
    assertThat(plain.group()).isNull();
  }

  @Test
  void aDispatchSaysTheBoundsThatAJobHasOfItsOwn() {
    var undo = new Hook(StepType.ON_CANCEL, "undo", Optional.of(Duration.ofMinutes(4)));
    var tidy = new Hook(StepType.CLEANUP, "tidy", Optional.of(Duration.ofMinutes(10)));
    var plan = PolicyPlans.bounded(Duration.ofSeconds(90), Duration.ofMillis(7_500), undo, tidy);
    cluster.runs(node, "r1", plan);
    PlannedJob bounded = agent.dispatch().job();
    assertThat(bounded.timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(bounded.grace()).isEqualTo(Duration.ofMillis(7_500));
    assertThat(bounded.hookBudget()).isEqualTo(Duration.ofMinutes(14));
  }
}

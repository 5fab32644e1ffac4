package dev.pawl.server.runtime;

import static dev.pawl.server.runtime.ScriptedAgent.ack;
import static dev.pawl.server.runtime.ScriptedAgent.complete;
import static dev.pawl.server.runtime.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.server.Plans;
import dev.pawl.server.RichPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who is given work, and when.
class DispatchTest {

  private Cluster cluster;
  private Node node;
  private ScriptedAgent agent;

  @BeforeEach
  void anAgentWithTwoSlots() {
    cluster = new Cluster();
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
  }

  private void finish(JobDispatch job) {
    node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
  }

  private List<String> dispatched() {
    return agent.dispatches().stream().map(JobDispatch::runId).toList();
  }

  @Test
  void aStepIsSentWithWhatItExpects() {
    cluster.runs(node, "r1", RichPlan.plan(false));
    assertThat(agent.dispatch().job().steps())
        .extracting(step -> step.policy().expectedExitCodes())
        .containsExactly(List.of(0, 7), List.of(0));
  }

  @Test
  void aJobIsSentWithTheRulesOfItsWorkflowAndOfTheServer() {
    cluster = new Cluster().with(List.of(Rule.log(ReasonCode.INFRA, "operator", "no route")));
    node = cluster.node("o1");
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", RichPlan.plan(false));
    FromServer.Rules rules = agent.dispatch().job().rules();
    assertThat(rules.workflow())
        .extracting(FromServer.Rule::name)
        .containsExactly("our mirror", "licence");
    assertThat(rules.server())
        .containsExactly(
            new FromServer.Rule("operator", "infra", List.of(), List.of(), List.of(), "no route"));
  }

  @Test
  void repositoriesShareFairly() {
    cluster.runs(node, "large", "monorepo", Plans.sideBySide(5));
    cluster.passes(Duration.ofSeconds(1));
    cluster.runs(node, "small", "library", Plans.sideBySide(1));
    assertThat(dispatched()).containsExactly("large", "large");
    finish(agent.dispatches().getFirst());
    assertThat(dispatched()).containsExactly("large", "large", "small");
  }

  @Test
  void whoWaitsLongEnoughIsServedBesideAnIdleNeighbour() {
    cluster.runs(node, "large", "monorepo", Plans.sideBySide(5));
    cluster.passes(Duration.ofMinutes(3));
    cluster.runs(node, "small", "library", Plans.sideBySide(1));
    finish(agent.dispatches().getFirst());
    assertThat(dispatched()).containsExactly("large", "large", "large");
  }

  @Test
  void aHigherPriorityGoesFirst() {
    cluster.runs(node, "large", Plans.sideBySide(5));
    cluster.runs(node, "urgent", AskingPlans.ofPriority(1));
    finish(agent.dispatches().getFirst());
    assertThat(dispatched()).containsExactly("large", "large", "urgent");
  }

  @Test
  void whatAnotherOrchestratorHasQueuedIsFound() {
    cluster.runs(cluster.node("o2"), "r1", Plans.sideBySide(1));
    assertThat(agent.dispatches()).isEmpty();
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(dispatched()).containsExactly("r1");
  }

  @Test
  void whoDrainsIsGivenNothing() {
    node.hears(agent, new dev.pawl.protocol.FromAgent.AgentDraining("a1"));
    cluster.runs(node, "r1", Plans.sideBySide(1));
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(agent.dispatches()).isEmpty();
  }

  @Test
  void whoIsGoneIsGivenNothing() {
    node.loses(agent);
    cluster.runs(node, "r1", Plans.sideBySide(1));
    cluster.livesFor(Duration.ofSeconds(3));
    assertThat(agent.dispatches()).isEmpty();
  }

  @Test
  void aSlotThatAnotherOrchestratorFreedIsFilled() {
    cluster.runs(node, "r1", Plans.sideBySide(2));
    cluster.runs(node, "r2", Plans.sideBySide(1));
    assertThat(agent.dispatches()).hasSize(2);
    cluster.node("o2").cancels("r1", true);
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(dispatched()).endsWith("r2");
  }

  @Test
  void aDispatchSaysTheBoundsOfTheLeaseAndOfTheJob() {
    cluster.runs(node, "r1", Plans.sideBySide(1));
    JobDispatch plain = agent.dispatch();
    assertThat(plain.leaseNumber()).isEqualTo(1);
    assertThat(plain.leaseTtlSeconds()).isEqualTo(120);
    assertThat(plain.heartbeatSeconds()).isEqualTo(20);
    assertThat(plain.maxRuntimeSeconds()).isEqualTo(360 * 60);
    assertThat(plain.gracePeriodMillis()).isEqualTo(30_000);
    assertThat(plain.hookTimeoutSeconds()).isEqualTo(5 * 60);
    assertThat(plain.group()).isNull();
  }

  @Test
  void aDispatchSaysTheBoundsThatAJobHasOfItsOwn() {
    var undo = new Hook(StepType.ON_CANCEL, "undo", Optional.of(Duration.ofMinutes(4)));
    var tidy = new Hook(StepType.CLEANUP, "tidy", Optional.of(Duration.ofMinutes(10)));
    var plan = AskingPlans.bounded(Duration.ofSeconds(90), Duration.ofMillis(7_500), undo, tidy);
    cluster.runs(node, "r1", plan);
    JobDispatch bounded = agent.dispatch();
    assertThat(bounded.maxRuntimeSeconds()).isEqualTo(90);
    assertThat(bounded.gracePeriodMillis()).isEqualTo(7_500);
    assertThat(bounded.hookTimeoutSeconds()).isEqualTo(14 * 60);
  }
}

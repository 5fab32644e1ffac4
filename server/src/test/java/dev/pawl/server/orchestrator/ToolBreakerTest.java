package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.BreakerAcquire;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Replies to an agent that asks for a tool.
class ToolBreakerTest {

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private ScriptedAgent agent;

  @BeforeEach
  void anAgentThatUsesATool() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
  }

  /// A run whose only step is about to use the tool.
  private JobDispatch runs(String id) {
    cluster.runs(node, id, SamplePlans.usingTool("npm"));
    JobDispatch job = agent.dispatch();
    assertThat(job.runId()).isEqualTo(id);
    node.hears(agent, ack(job, 1), start(job, 2));
    return job;
  }

  private BreakerAnswer asksFor(JobDispatch job) {
    node.hears(
        agent,
        new BreakerAcquire(job.leaseId(), job.runId(), job.jobId(), job.attempt(), 0, "npm"));
    return (BreakerAnswer) agent.last();
  }

  private static BreakerAnswer allowed(JobDispatch job) {
    return new BreakerAnswer(job.leaseId(), 0, "npm", true, 0);
  }

  private static BreakerAnswer refused(JobDispatch job, long seconds) {
    return new BreakerAnswer(job.leaseId(), 0, "npm", false, seconds);
  }

  private static AgentMessage failedByItsTool(JobDispatch job, long seq) {
    return new StepStatus(
        job.leaseId(),
        job.runId(),
        job.jobId(),
        job.attempt(),
        seq,
        0,
        "greet",
        "step",
        "failed",
        1,
        null,
        "process",
        1,
        Map.of(),
        "",
        "infra",
        1);
  }

  private void theToolFails(int times) {
    for (int run = 1; run <= times; run++) {
      JobDispatch job = runs("failing-" + run);
      assertThat(asksFor(job)).isEqualTo(allowed(job));
      node.hears(agent, step(job, 3, "running"), failedByItsTool(job, 4));
      node.hears(agent, complete(job, 5, "failed", "user"));
    }
  }

  private void opensTheBreaker() {
    theToolFails(ToolProfile.DEFAULT.failureThreshold());
    assertThat(cluster.store().breaker("default:npm").state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void whoAsksForAToolThatWorksIsLetThrough() {
    theToolFails(ToolProfile.DEFAULT.failureThreshold() - 1);
    JobDispatch job = runs("r1");
    assertThat(asksFor(job)).isEqualTo(allowed(job));
  }

  @Test
  void anOpenBreakerRepliesWithTheSecondsLeft() {
    opensTheBreaker();
    JobDispatch job = runs("r1");
    assertThat(asksFor(job)).isEqualTo(refused(job, 60));
    cluster.passes(Duration.ofMillis(18_500));
    assertThat(asksFor(job)).isEqualTo(refused(job, 42));
    cluster.passes(Duration.ofMillis(41_499));
    assertThat(asksFor(job)).isEqualTo(refused(job, 1));
  }

  @Test
  void theFirstRequestAfterTheCooldownIsTheProbe() {
    opensTheBreaker();
    JobDispatch probe = runs("r1");
    JobDispatch another = runs("r2");
    cluster.passes(ToolProfile.DEFAULT.cooldown());
    assertThat(asksFor(probe)).isEqualTo(allowed(probe));
    assertThat(asksFor(another)).isEqualTo(refused(another, 5));
    assertThat(asksFor(probe)).isEqualTo(allowed(probe));
    node.hears(agent, step(probe, 3, "running"), step(probe, 4, "success"));
    assertThat(asksFor(another)).isEqualTo(allowed(another));
  }

  @Test
  void whatAPersonHasResetLetsEverybodyThrough() {
    opensTheBreaker();
    JobDispatch job = runs("r1");
    var reset = node.orchestrator().resetBreaker("default:npm", Actor.person("maintainer"));
    node.turn();
    assertThat(reset.join()).isInstanceOf(Decision.Accepted.class);
    assertThat(asksFor(job)).isEqualTo(allowed(job));
  }
}

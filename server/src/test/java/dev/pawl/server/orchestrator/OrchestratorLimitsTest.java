package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.run.ReusedResult;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.PolicyPlans;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Work that finds no room is done later, and nothing blocks it for ever.
class OrchestratorLimitsTest {

  private static final int PAGE = 3;
  private static final int QUEUED = 5;

  private OrchestratorCluster cluster;
  private OrchestratorNode node;
  private OrchestratorNode other;
  private ScriptedAgent agent;

  @BeforeEach
  void littleRoom() {
    cluster =
        new OrchestratorCluster()
            .with(new OrchestratorLimits(100, 10, PAGE, 2, 50, QUEUED, 0, 20, 2, 5, 1_000_000));
    node = cluster.node("o1");
    other = cluster.node("o2");
    agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
  }

  private List<String> dispatched() {
    return agent.dispatches().stream().map(JobDispatch::runId).toList();
  }

  private void isWithinItsLimits() {
    assertThat(node.orchestrator().sizes()).allMatch(BoundedSize::isWithinLimit);
  }

  @Test
  void whatStandsBehindAThousandThatNobodyCanDoIsFound() {
    cluster.runs(other, "all-windows", PolicyPlans.on("windows", 4 * PAGE));
    cluster.runs(other, "linux", SamplePlans.sideBySide(1));
    cluster.passes(Duration.ofMinutes(1)); // it came long ago
    node.turn();
    assertThat(agent.dispatches()).isEmpty();
    cluster.livesFor(Duration.ofSeconds(5));
    assertThat(dispatched()).containsExactly("linux");
    isWithinItsLimits();
  }

  @Test
  void whatAnotherHasQueuedJustNowIsFoundByTheNextPoll() {
    cluster.runs(other, "all-windows", PolicyPlans.on("windows", 10 * PAGE));
    cluster.livesFor(Duration.ofMinutes(1));
    cluster.runs(other, "linux", SamplePlans.sideBySide(1));
    cluster.livesFor(Duration.ofSeconds(1));
    assertThat(dispatched()).containsExactly("linux");
  }

  @Test
  void whatNobodyCanDoMakesWay() {
    cluster.runs(node, "all-windows", PolicyPlans.on("windows", 4 * QUEUED));
    cluster.runs(node, "linux", SamplePlans.sideBySide(1));
    assertThat(dispatched()).containsExactly("linux");
    isWithinItsLimits();
  }

  @Test
  void whatWasForgottenIsFoundWhenThereIsRoom() {
    cluster.runs(node, "r1", SamplePlans.sideBySide(4 * QUEUED));
    for (int done = 0; done < 4 * QUEUED; done++) {
      JobDispatch job = agent.dispatches().get(done);
      node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
      cluster.livesFor(Duration.ofSeconds(9));
    }
    assertThat(cluster.run("r1").isOver()).isTrue();
    isWithinItsLimits();
  }

  @Test
  void whoIsNotRememberedWaitingIsLetInAllTheSame() {
    for (String run : List.of("r1", "r2", "r3")) {
      cluster.runs(node, run, PolicyPlans.inGroup(GroupRule.of("deploy")));
    }
    for (int done = 0; done < 2; done++) {
      assertThat(agent.dispatches()).hasSize(done + 1);
      JobDispatch job = agent.dispatch();
      node.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
      cluster.livesFor(Duration.ofSeconds(3));
    }
    assertThat(dispatched()).containsExactly("r1", "r2", "r3");
    isWithinItsLimits();
  }

  @Test
  void quarantinedRunsDoNotHideWhatIsDue() {
    var kept =
        new ReusedResult("no such job", AttemptState.SUCCESS, ReasonCode.OK, OrderedMaps.empty());
    for (int bad = 0; bad <= PAGE; bad++) {
      node.creates(cluster.created("bad-" + bad, "repository"));
      node.does("bad-" + bad, new FinishPlanning(SamplePlans.sideBySide(1), List.of(kept)));
    }
    node.creates(cluster.created("good", "repository"));
    cluster.passes(Duration.ofMinutes(10));
    for (int seconds = 0; seconds < 60; seconds++) {
      cluster.passes(Duration.ofMinutes(1));
      node.turn();
    }
    assertThat(cluster.run("good").state()).isEqualTo(RunState.FAILED);
    assertThat(cluster.run("bad-0").state()).isEqualTo(RunState.PLANNING);
  }

  @Test
  void oneAgentTooManyIsTurnedAway() {
    var second = cluster.agent("a2");
    var third = cluster.agent("a3");
    node.gets(second, second.registers());
    node.gets(third, third.registers());
    node.turn();
    assertThat(cluster.order()).contains("closed: too many agents are connected here");
    assertThat(second.received()).isNotEmpty();
    assertThat(third.received()).isEmpty();
    isWithinItsLimits();
    node.loses(second);
    node.hears(third, third.registers());
    assertThat(third.received()).isNotEmpty();
  }
}

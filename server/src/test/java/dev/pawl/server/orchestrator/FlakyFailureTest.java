package dev.pawl.server.orchestrator;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.complete;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Origin;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ScriptedAgent;
import org.junit.jupiter.api.Test;

/// A failure of a job that has gone well for the same commit is flaky.
class FlakyFailureTest {

  private final OrchestratorCluster cluster = new OrchestratorCluster();
  private final OrchestratorNode node = cluster.node("o1");
  private final ScriptedAgent agent = cluster.agent("a1");

  private JobDispatch runs(String id, String commit) {
    node.creates(cluster.created(id, new Origin.Source("repository", "main", commit, "")));
    node.plans(id, SamplePlans.sideBySide(1));
    JobDispatch job = agent.dispatch();
    assertThat(job.runId()).isEqualTo(id);
    node.hears(agent, ack(job, 1), start(job, 2), step(job, 3, "running"));
    return job;
  }

  private void succeedsFor(String commit) {
    node.hears(agent, agent.registers());
    JobDispatch job = runs("first", commit);
    node.hears(agent, step(job, 4, "success"), complete(job, 5, "success", "ok"));
  }

  /// The class that a red test is given, of a run of that commit.
  private ReasonCode classOfAFailureOf(String commit) {
    JobDispatch job = runs("second", commit);
    node.hears(agent, complete(job, 4, "failed", "test"));
    return cluster.store().journal().stream()
        .flatMap(entry -> entry.revision().transitions().stream())
        .map(Transition::cause)
        .filter(DomainEvent.AttemptCompleted.class::isInstance)
        .map(cause -> cause.reason().code())
        .toList()
        .getLast();
  }

  @Test
  void aFailureAfterASuccessOfTheSameCommitIsFlaky() {
    succeedsFor("c0ffee");
    assertThat(classOfAFailureOf("c0ffee")).isEqualTo(ReasonCode.FLAKY);
    assertThat(cluster.job("second").attempt().number()).isEqualTo(2);
  }

  @Test
  void aRedTestOfAnotherCommitIsNot() {
    succeedsFor("c0ffee");
    assertThat(classOfAFailureOf("decaf")).isEqualTo(ReasonCode.TEST);
    assertThat(cluster.job("second").attempt().number()).isEqualTo(1);
  }
}

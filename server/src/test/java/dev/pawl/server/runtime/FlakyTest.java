package dev.pawl.server.runtime;

import static dev.pawl.server.runtime.ScriptedAgent.ack;
import static dev.pawl.server.runtime.ScriptedAgent.complete;
import static dev.pawl.server.runtime.ScriptedAgent.start;
import static dev.pawl.server.runtime.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Origin;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.server.Plans;
import org.junit.jupiter.api.Test;

/// A failure of a job that has gone well for the same commit is flaky.
class FlakyTest {

  private final Cluster cluster = new Cluster();
  private final Node node = cluster.node("o1");
  private final ScriptedAgent agent = cluster.agent("a1");

  private JobDispatch runs(String id, String commit) {
    node.creates(cluster.created(id, new Origin.Source("repository", commit)));
    node.plans(id, Plans.sideBySide(1));
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
        .filter(Event.AttemptCompleted.class::isInstance)
        .map(cause -> cause.reason().code())
        .toList()
        .getLast();
  }

  @Test
  void aRedTestOfACommitThatWasGreenIsFlakyAndTriedAgain() {
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

package dev.pawl.server.decision;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.SamplePlans;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunInterruptionTest {

  @Test
  void aRunWhoseOwnerIsGoneEndsAndNothingOfItIsLeft() {
    var cluster = new OrchestratorCluster();
    var node = cluster.node("o1");
    var agent = cluster.agent("a1");
    node.hears(agent, agent.registers());
    cluster.runs(node, "r1", SamplePlans.buildThenTest());
    node.hears(agent, ack(agent.dispatch(), 1), start(agent.dispatch(), 2));
    cluster.passes(Duration.ofDays(1));
    new RunInterruption(cluster.store(), () -> "interruption-1")
        .end(new RunId("r1"), "process 7 is gone");
    assertThat(cluster.run("r1").state()).isEqualTo(RunState.FAILED);
    assertThat(cluster.run("r1").reason().code()).isEqualTo(ReasonCode.INTERRUPTED);
    assertThat(cluster.undelivered()).isEmpty();
    assertThat(cluster.store().agent("a1").leases()).isEmpty();
  }
}

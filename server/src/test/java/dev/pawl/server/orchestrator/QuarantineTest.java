package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.run.ReusedResult;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A decision that ends in a bug takes its own run out of the way, and nothing else.
class QuarantineTest {

  /// The result of a job that the plan has not: the engine does not expect that.
  private static final FinishPlanning IMPOSSIBLE =
      new FinishPlanning(
          SamplePlans.sideBySide(1),
          List.of(
              new ReusedResult(
                  "no such job", AttemptState.SUCCESS, ReasonCode.OK, OrderedMaps.empty())));

  private OrchestratorCluster cluster;
  private OrchestratorNode node;

  @BeforeEach
  void twoRuns() {
    cluster = new OrchestratorCluster();
    node = cluster.node("o1");
    node.creates(cluster.created("bad", "repository"));
    node.creates(cluster.created("good", "repository"));
  }

  @Test
  void theOthersGoOn() {
    var bad = node.orchestrator().submit(new RunId("bad"), IMPOSSIBLE);
    var good =
        node.orchestrator()
            .submit(new RunId("good"), new FinishPlanning(SamplePlans.sideBySide(1)));
    node.turn();
    assertThat(good).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
    assertThat(bad.join())
        .isInstanceOfSatisfying(
            Decision.Refused.class,
            refused -> assertThat(refused.refusal().message()).contains("bad is quarantined"));
    assertThat(cluster.order()).containsOnlyOnce("quarantined bad");
  }

  @Test
  void nothingMoreIsDecidedAboutIt() {
    node.does("bad", IMPOSSIBLE);
    assertThat(node.cancels("bad", false)).isInstanceOf(Decision.Refused.class);
    cluster.livesFor(Duration.ofMinutes(10));
    assertThat(cluster.run("bad").state()).isEqualTo(RunState.PLANNING);
    assertThat(cluster.run("good").state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void aForcedCancelEndsIt() {
    node.does("bad", IMPOSSIBLE);
    assertThat(node.cancels("bad", true)).isInstanceOf(Decision.Accepted.class);
    assertThat(cluster.run("bad").state()).isEqualTo(RunState.CANCELLED);
    assertThat(cluster.run("bad").reason().message()).contains("it was quarantined");
    assertThat(node.orchestrator().quarantined()).isEmpty();
  }

  @Test
  void theOthersKnowItWithinASecond() {
    OrchestratorNode other = cluster.node("o2");
    node.does("bad", IMPOSSIBLE);
    cluster.livesFor(Duration.ofSeconds(2));
    assertThat(other.orchestrator().quarantined()).hasSize(1);
    assertThat(other.plans("bad", SamplePlans.sideBySide(1))).isInstanceOf(Decision.Refused.class);
    cluster.store().release(new RunId("bad"));
    cluster.livesFor(Duration.ofSeconds(2));
    assertThat(other.plans("bad", SamplePlans.sideBySide(1))).isInstanceOf(Decision.Accepted.class);
  }
}

package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.DeferredCommitExecutor;
import dev.pawl.server.OrchestratorCluster;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.ScriptedStore.Fault;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.StoreUnavailable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// When an orchestrator ends nobody waits for it for ever, and nobody is told that something did
/// not happen that may have.
class OrchestratorStopTest {

  private final OrchestratorCluster cluster =
      new OrchestratorCluster().carriedBy(new DeferredCommitExecutor());
  private final OrchestratorNode node = cluster.node("o1");

  private CompletableFuture<Decision> creates(String run) {
    return node.orchestrator().create(cluster.created(run, "repository"));
  }

  private static void failsWith(
      CompletableFuture<Decision> reply, Class<? extends RuntimeException> type, String message) {
    assertThatThrownBy(reply::join).hasCauseInstanceOf(type).hasMessageContaining(message);
  }

  @Test
  void whatIsBeingCommittedIsWaitedFor() {
    var reply = creates("r1");
    assertThat(node.orchestrator().turn()).isTrue();
    assertThat(reply).isNotDone();
    node.orchestrator().stop("stopping");
    assertThat(reply).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
  }

  @Test
  void aRequesterLearnsThatTheOutcomeIsUnknown() {
    cluster.store().next(Fault.UNKNOWN_AND_HAPPENED);
    cluster.store().failsToTell(1);
    var reply = creates("r1");
    assertThatThrownBy(node::turn).isInstanceOf(StoreUnavailable.class);
    assertThat(reply).isNotDone();
    var waiting = creates("r2");
    node.orchestrator().stop("stopping");
    failsWith(
        reply,
        CommitOutcomeUnknown.class,
        "stopping; it is not known whether the request was carried out");
    failsWith(waiting, OrchestratorUnavailable.class, "stopping");
    assertThat(cluster.store().run(new RunId("r2"))).isEmpty();
  }

  @Test
  void aLaterRequestFailsAtOnce() {
    node.orchestrator().stop("stopping");
    failsWith(creates("r1"), OrchestratorUnavailable.class, "stopping");
  }
}

package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.ScriptedStore.Fault;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// When an orchestrator ends nobody waits for it for ever, and nobody is told that something did
/// not happen that may have.
class EndTest {

  private final Cluster cluster = new Cluster().carriedBy(new LateCarrier());
  private final Node node = cluster.node("o1");

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
    node.orchestrator().end("stopping");
    assertThat(reply).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
  }

  @Test
  void whoAskedForWhatMayHaveHappenedIsToldThatItIsNotKnown() {
    cluster.store().next(Fault.UNKNOWN_AND_HAPPENED);
    cluster.store().failsToTell(1);
    var reply = creates("r1");
    assertThatThrownBy(node::turn).isInstanceOf(StoreFailure.class);
    assertThat(reply).isNotDone();
    var waiting = creates("r2");
    node.orchestrator().end("stopping");
    failsWith(reply, OutcomeUnknown.class, "stopping; it is not known whether it has happened");
    failsWith(waiting, StoreFailure.class, "stopping");
    assertThat(cluster.store().run(new RunId("r2"))).isEmpty();
  }

  @Test
  void whoAsksLaterIsToldAtOnce() {
    node.orchestrator().end("stopping");
    failsWith(creates("r1"), StoreFailure.class, "stopping");
  }
}

package dev.pawl.server.runtime;

import static dev.pawl.server.runtime.ScriptedAgent.ack;
import static dev.pawl.server.runtime.ScriptedAgent.complete;
import static dev.pawl.server.runtime.ScriptedAgent.heartbeat;
import static dev.pawl.server.runtime.ScriptedAgent.reject;
import static dev.pawl.server.runtime.ScriptedAgent.start;
import static dev.pawl.server.runtime.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.protocol.FromServer.JobCancel;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.JobHeartbeatAck;
import dev.pawl.protocol.FromServer.LeaseStale;
import dev.pawl.protocol.FromServer.RegisterAck;
import dev.pawl.server.Plans;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Decide, commit, and only then tell.
class OrchestratorTest {

  @TempDir private Path directory;
  private Turned turned;
  private ScriptedAgent agent;

  @BeforeEach
  void anOrchestratorWithAnAgent() throws InterruptedException {
    turned = new Turned(directory);
    agent = turned.agent("a1");
    turned.hears(agent, agent.registers(2, "linux"));
  }

  @AfterEach
  void nothing() {
    turned.close();
  }

  @Test
  void anAgentThatRegistersIsKnown() {
    assertThat(agent.last()).isInstanceOf(RegisterAck.class);
  }

  @Test
  void nothingIsSentBeforeItsCommit() throws InterruptedException {
    turned.order().clear();
    turned.runs(Plans.sideBySide(1));
    assertThat(turned.order())
        .containsExactly(
            "commit", "observed", "commit", "observed", "sent JobDispatch", "observed");
  }

  @Test
  void aReplyIsThereOnlyAfterTheCommit() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    var reply = turned.cancels(false);
    assertThat(reply).isNotDone();
    turned.turn();
    assertThat(reply).isCompleted();
    assertThat(turned.run().state()).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void whenTheStoreFailsNobodyIsToldAnything() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    int told = agent.received().size();
    turned.store().fillUp();
    var reply = turned.cancels(false);
    assertThatThrownBy(() -> turned.hears(agent, ack(job, 1)))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("full");
    assertThat(agent.received()).hasSize(told);
    assertThat(reply).isCompletedExceptionally();
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.LEASED);
  }

  @Test
  void afterAFailureOfTheStoreItTurnsNoMore() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    turned.store().fillUp();
    JobDispatch job = agent.dispatches().getFirst();
    assertThatThrownBy(() -> turned.hears(agent, ack(job, 1))).isInstanceOf(StoreFailure.class);
    turned.store().makeRoom();
    int told = agent.received().size();
    assertThatThrownBy(() -> turned.hears(agent, ack(job, 1))).isInstanceOf(StoreFailure.class);
    assertThat(agent.received()).hasSize(told);
  }

  @Test
  void aRunGoesFromDispatchToSuccess() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    assertThat(job.job().steps().getFirst().run()).isEqualTo("echo hello\n");
    turned.hears(agent, ack(job, 1), start(job, 2));
    turned.hears(agent, step(job, 3, "running"), step(job, 4, "success"));
    turned.hears(agent, complete(job, 5, "success", "ok"));
    assertThat(turned.run().state()).isEqualTo(RunState.SUCCESS);
  }

  @Test
  void jobsRunSideBySideUpToTheSlotsOfTheAgent() throws InterruptedException {
    turned.runs(Plans.sideBySide(3));
    assertThat(agent.dispatches()).hasSize(2);
    JobDispatch first = agent.dispatches().getFirst();
    turned.hears(agent, ack(first, 1), start(first, 2), complete(first, 3, "failed", "user"));
    assertThat(agent.dispatches()).hasSize(3);
  }

  @Test
  void aJobGoesOnlyToAnAgentWithItsLabels() throws InterruptedException {
    turned.runs(Plans.sideBySide(3));
    var other = turned.agent("a2");
    turned.hears(other, other.registers(5, "windows"));
    assertThat(other.dispatches()).isEmpty();
    var fitting = turned.agent("a3");
    turned.hears(fitting, fitting.registers(5, "gpu", "linux"));
    assertThat(fitting.dispatches()).hasSize(1);
  }

  @Test
  void anAgentThatRegistersAgainIsAsBusyAsItWas() throws InterruptedException {
    turned.runs(Plans.sideBySide(3));
    turned.hears(agent, agent.registers(2, "linux"));
    assertThat(agent.dispatches()).hasSize(2);
  }

  @Test
  void anAgentThatRejectsIsNotAskedAgainForTenSeconds() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    turned.hears(agent, reject(agent.dispatches().getFirst(), 1));
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.QUEUED);
    turned.passes(Duration.ofSeconds(9));
    turned.hears(agent, heartbeat(agent.dispatches().getFirst()));
    assertThat(agent.dispatches()).hasSize(1);
    turned.passes(Duration.ofSeconds(1));
    turned.hears(agent, heartbeat(agent.dispatches().getFirst()));
    assertThat(agent.dispatches()).hasSize(2);
    assertThat(agent.dispatches().get(1).leaseNumber()).isEqualTo(2);
  }

  @Test
  void aHeartbeatRenewsWithoutAJournalEntry() throws Exception {
    turned.runs(Plans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    turned.hears(agent, ack(job, 1), start(job, 2));
    long entries = turned.count("journal");
    for (int beats = 0; beats < 10; beats++) {
      turned.passes(Duration.ofSeconds(20));
      turned.hears(agent, heartbeat(job));
    }
    assertThat(agent.last()).isEqualTo(new JobHeartbeatAck(job.leaseId(), 1, 120, false, false, 0));
    assertThat(turned.count("journal")).isEqualTo(entries);
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.RUNNING);
  }

  @Test
  void aGracefulCancelReachesTheAgent() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    turned.hears(agent, ack(job, 1), start(job, 2));
    turned.isCancelled(false);
    assertThat(agent.last())
        .isInstanceOfSatisfying(
            JobCancel.class,
            cancel -> {
              assertThat(cancel.leaseId()).isEqualTo(job.leaseId());
              assertThat(cancel.force()).isFalse();
            });
  }

  @Test
  void effectsAreForgottenOnceTheyAreDelivered() throws Exception {
    turned.runs(Plans.sideBySide(1));
    assertThat(turned.count("effect")).isEqualTo(1);
    turned.hears(agent, ack(agent.dispatches().getFirst(), 1));
    assertThat(turned.count("effect")).isZero();
    turned.isCancelled(true);
    turned.settle();
    assertThat(turned.count("effect")).isZero();
  }

  @Test
  void aLeaseThatNobodyRenewsIsLostAndItsAgentFenced() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    turned.hears(agent, ack(job, 1), start(job, 2));
    for (int turns = 0; turns < 33; turns++) {
      turned.passes(Duration.ofSeconds(4));
      turned.hears(agent, agent.registers(2, "linux"));
    }
    assertThat(turned.run().job(0).attempt().state()).isEqualTo(AttemptState.LOST);
    assertThat(agent.received()).contains(new LeaseStale(job.leaseId(), "expired", "none"));
  }

  @Test
  void aRunThatEndedIsNotLookedAtAnyMore() throws InterruptedException {
    turned.runs(Plans.sideBySide(1));
    JobDispatch job = agent.dispatches().getFirst();
    turned.hears(agent, ack(job, 1), start(job, 2), complete(job, 3, "failed", "user"));
    assertThat(turned.run().isOver()).isTrue();
    turned.order().clear();
    turned.passes(Duration.ofDays(2));
    turned.hears(agent, agent.registers(2, "linux"));
    assertThat(turned.order()).containsExactly("commit", "sent RegisterAck");
  }
}

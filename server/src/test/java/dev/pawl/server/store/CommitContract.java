package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.group.Group;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import dev.pawl.server.Commits;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Store;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is committed is there, and what is not is not.
interface CommitContract extends UnderContract {

  @Test
  default void aCommitThatReturnedIsThereWhoeverAsks() {
    var run = run("r1").planned(Plans.buildThenTest()).leased();
    Agent agent = store().agent(Commits.AGENT);
    Store again = reopened();
    assertThat(again.run(run.id())).contains(run.run());
    assertThat(again.agent(Commits.AGENT)).isEqualTo(agent);
  }

  @Test
  default void whatNobodyCommittedIsAsIfItHadJustBegun() {
    var nobody = new RunId("nobody");
    assertThat(store().run(nobody)).isEmpty();
    assertThat(store().version(nobody)).isZero();
    assertThat(store().places(nobody)).isEmpty();
    assertThat(store().lastSeq(nobody, new LeaseRef(new AttemptRef(0, 1), 1))).isZero();
    assertThat(store().group("g")).isEqualTo(Group.named("g"));
    assertThat(store().breaker("npm")).isEqualTo(Breaker.of("npm", ToolProfile.DEFAULT));
    assertThat(store().agent("nobody")).isEqualTo(Agent.unknown("nobody"));
  }

  @Test
  default void theLabelsOfAllAgentsButTheRevokedAreKnown() {
    Commits.register(store(), "b1", 1, "linux", "gpu");
    Commits.register(store(), "b2", 1, "linux");
    Commits.register(store(), "b3", 1, "linux");
    Commits.register(store(), "b4", 1, "mac");
    var revoked = new AgentCommand.Revoke(Actor.person("ana"), "gone");
    Commits.commit(store(), Commits.change(store(), "b4", revoked));
    assertThat(store().labels())
        .contains(List.of("linux", "gpu"), List.of("linux"))
        .doesNotContain(List.of("mac"))
        .doesNotHaveDuplicates();
  }

  @Test
  default void anAgentIsReadAsItStands() {
    var byItself = new AgentCommand.Drain(Actor.agent("a1"));
    var byAna = new AgentCommand.Drain(Actor.person("ana"));
    var byAnaAgain = new AgentCommand.Resume(Actor.person("ana"));
    var revoked = new AgentCommand.Revoke(Actor.person("ana"), "gone");
    Commits.register(store(), "a1", 1, "linux");
    List<Agent.Standing> standings = new ArrayList<>();
    for (AgentCommand command : List.of(byAna, byItself, byAnaAgain, revoked)) {
      Commits.commit(store(), Commits.change(store(), "a1", command));
      standings.add(store().agent("a1").standing());
    }
    assertThat(standings)
        .containsExactly(
            Agent.Standing.DRAINING,
            Agent.Standing.DRAINING_AND_LEAVING,
            Agent.Standing.LEAVING,
            Agent.Standing.REVOKED);
  }

  @Test
  default void aVersionCountsDecisionsThatTheJournalTells() {
    var run = run("r1").planned(Plans.sideBySide(1)).running();
    assertThat(store().version(run.id())).isEqualTo(run.run().version()).isEqualTo(5);
    run.heartbeat();
    assertThat(store().version(run.id())).isEqualTo(5);
  }

  @Test
  default void aRunMayMoveTwiceInOneCommit() {
    var run = run("r1");
    Change first = run.change(new StartPlanning());
    run.became(first);
    Change second = run.change(new FinishPlanning(Plans.buildThenTest()));
    run.became(second);
    Commits.commit(store(), first, second);
    assertThat(store().run(run.id())).contains(run.run());
    assertThat(store().version(run.id())).isEqualTo(2);
  }

  @Test
  default void aCommitIsKnownByItsId() {
    var run = run("r1");
    Commit commit = Commits.of(run.change(new StartPlanning()));
    assertThat(store().wasCommitted(commit)).isFalse();
    store().commit(commit);
    assertThat(store().wasCommitted(commit)).isTrue();
    var another = new Commit("another", commit.changes(), List.of(), List.of());
    assertThat(store().wasCommitted(another)).isFalse();
  }

  @Test
  default void aHeartbeatIsThereWithoutALineInTheJournal() {
    var run = queued("r1").running();
    run.heartbeat();
    assertThat(reopened().run(run.id())).contains(run.run());
  }

  @Test
  default void anAgentHasWhatItTookInTheOrderInWhichItTookIt() {
    var second = queued("r2");
    var first = queued("r1");
    second.leased();
    first.leased();
    var lease = new LeaseRef(new AttemptRef(0, 1), 1);
    assertThat(store().agent(Commits.AGENT).leases())
        .containsExactly(
            new Agent.Holding(second.id(), lease), new Agent.Holding(first.id(), lease));
  }

  @Test
  default void runsAreNumberedUpwardsWhoeverAsks() {
    long first = store().nextRunNumber();
    long second = store().nextRunNumber();
    assertThat(second).isGreaterThan(first);
    assertThat(reopened().nextRunNumber()).isGreaterThan(second);
  }

  @Test
  default void theTimeIsInMillisecondsAndNeverGoesBack() {
    Instant before = store().now();
    Instant after = store().now();
    assertThat(after).isAfterOrEqualTo(before);
    assertThat(after).isEqualTo(after.truncatedTo(ChronoUnit.MILLIS));
  }

  @Test
  default void itHasBeenServedSinceTheLastGap() {
    Instant first = Commits.BEGINNING;
    assertThat(store().served(first)).isEqualTo(first);
    assertThat(store().served(first.plusSeconds(1))).isEqualTo(first);
    assertThat(store().served(first.plusSeconds(2))).isEqualTo(first);
    Instant afterAGap = first.plusSeconds(600);
    assertThat(store().served(afterAGap)).isEqualTo(afterAGap);
  }
}

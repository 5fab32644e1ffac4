package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Commits are atomic and durable.
interface CommitContract extends StoreFixture {

  @Test
  default void aReturnedCommitIsVisibleToAll() {
    var run = run("r1").planned(SamplePlans.buildThenTest()).leased();
    Agent agent = store().agent(SampleCommits.AGENT);
    Store again = reopened();
    assertThat(again.run(run.id())).contains(run.run());
    assertThat(again.agent(SampleCommits.AGENT)).isEqualTo(agent);
  }

  @Test
  default void unknownAggregatesAreNew() {
    var nobody = new RunId("nobody");
    assertThat(store().run(nobody)).isEmpty();
    assertThat(store().version(nobody)).isZero();
    assertThat(store().groupPlaces(nobody)).isEmpty();
    assertThat(store().lastSeq(nobody, new LeaseRef(new AttemptRef(0, 1), 1))).isZero();
    assertThat(store().group("g")).isEqualTo(Group.named("g"));
    assertThat(store().breaker("default:npm"))
        .isEqualTo(Breaker.of("default:npm", ToolProfile.DEFAULT));
    assertThat(store().agent("nobody")).isEqualTo(Agent.unknown("nobody"));
  }

  @Test
  default void theLabelsOfAgentsThatAreNotRevokedAreListed() {
    SampleCommits.register(store(), "b1", 1, "linux", "gpu");
    SampleCommits.register(store(), "b2", 1, "linux");
    SampleCommits.register(store(), "b3", 1, "linux");
    SampleCommits.register(store(), "b4", 1, "mac");
    var revoked = new AgentStateCommand.Revoke(Actor.person("ops"), "gone");
    SampleCommits.commit(store(), SampleCommits.change(store(), "b4", revoked));
    assertThat(store().agentLabels(Origin.DEFAULT_ORG))
        .contains(List.of("linux", "gpu"), List.of("linux"))
        .doesNotContain(List.of("mac"))
        .doesNotHaveDuplicates();
    assertThat(store().agentLabels("another-org")).isEmpty();
  }

  @Test
  default void anAgentIsReadAsCommitted() {
    var byItself = new AgentStateCommand.Drain(Actor.agent("a1"));
    var drained = new AgentStateCommand.Drain(Actor.person("ops"));
    var resumed = new AgentStateCommand.Resume(Actor.person("ops"));
    var revoked = new AgentStateCommand.Revoke(Actor.person("ops"), "gone");
    SampleCommits.register(store(), "a1", 1, "linux");
    List<Agent.Availability> standings = new ArrayList<>();
    for (AgentStateCommand command : List.of(drained, byItself, resumed, revoked)) {
      SampleCommits.commit(store(), SampleCommits.change(store(), "a1", command));
      standings.add(store().agent("a1").availability());
    }
    assertThat(standings)
        .containsExactly(
            Agent.Availability.DRAINING,
            Agent.Availability.DRAINING_AND_LEAVING,
            Agent.Availability.LEAVING,
            Agent.Availability.REVOKED);
  }

  @Test
  default void aVersionCountsJournaledDecisions() {
    var run = run("r1").planned(SamplePlans.sideBySide(1)).running();
    assertThat(store().version(run.id())).isEqualTo(run.run().version()).isEqualTo(5);
    run.heartbeat();
    assertThat(store().version(run.id())).isEqualTo(5);
  }

  @Test
  default void aRunMayChangeTwiceInOneCommit() {
    var run = run("r1");
    Change first = run.change(new StartPlanning());
    run.became(first);
    Change second = run.change(new FinishPlanning(SamplePlans.buildThenTest()));
    run.became(second);
    SampleCommits.commit(store(), first, second);
    assertThat(store().run(run.id())).contains(run.run());
    assertThat(store().version(run.id())).isEqualTo(2);
  }

  @Test
  default void aCommitIsKnownByItsId() {
    var run = run("r1");
    Commit commit = SampleCommits.of(run.change(new StartPlanning()));
    assertThat(store().wasCommitted(commit)).isFalse();
    store().commit(commit);
    assertThat(store().wasCommitted(commit)).isTrue();
    var another = new Commit("another", commit.changes(), List.of(), List.of());
    assertThat(store().wasCommitted(another)).isFalse();
  }

  @Test
  default void aHeartbeatIsStoredWithoutAJournalEntry() {
    var run = queuedRun("r1").running();
    run.heartbeat();
    assertThat(reopened().run(run.id())).contains(run.run());
  }

  @Test
  default void anAgentsLeasesAreInTheOrderOfTheirGrants() {
    var second = queuedRun("r2");
    var first = queuedRun("r1");
    second.leased();
    first.leased();
    var lease = new LeaseRef(new AttemptRef(0, 1), 1);
    assertThat(store().agent(SampleCommits.AGENT).leases())
        .containsExactly(
            new Agent.HeldLease(second.id(), lease), new Agent.HeldLease(first.id(), lease));
  }

  @Test
  default void runNumbersRiseInEachRepositoryOfEachOrg() {
    long first = store().nextRunNumber(DrivenRun.NO_REPOSITORY);
    long second = store().nextRunNumber(DrivenRun.NO_REPOSITORY);
    assertThat(second).isGreaterThan(first);
    assertThat(store().nextRunNumber(new RepositoryKey(Origin.DEFAULT_ORG, "shop"))).isEqualTo(1);
    assertThat(store().nextRunNumber(new RepositoryKey("acme", "shop"))).isEqualTo(1);
    assertThat(store().nextRunNumber(new RepositoryKey("acme", "shop"))).isEqualTo(2);
    assertThat(reopened().nextRunNumber(DrivenRun.NO_REPOSITORY)).isGreaterThan(second);
  }

  @Test
  default void theTimeIsInMillisecondsAndNeverGoesBack() {
    Instant before = store().now();
    Instant after = store().now();
    assertThat(after).isAfterOrEqualTo(before);
    assertThat(after).isEqualTo(after.truncatedTo(ChronoUnit.MILLIS));
  }

  @Test
  default void uptimeBeginsAfterTheLastGap() {
    Instant first = SampleCommits.BEGINNING;
    assertThat(store().recordPresence(first)).isEqualTo(first);
    assertThat(store().recordPresence(first.plusSeconds(1))).isEqualTo(first);
    assertThat(store().recordPresence(first.plusSeconds(2))).isEqualTo(first);
    Instant afterAGap = first.plusSeconds(600);
    assertThat(store().recordPresence(afterAGap)).isEqualTo(afterAGap);
  }
}

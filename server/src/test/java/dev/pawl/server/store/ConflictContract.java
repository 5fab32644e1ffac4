package dev.pawl.server.store;

import static dev.pawl.core.identity.Aggregate.Kind.AGENT;
import static dev.pawl.core.identity.Aggregate.Kind.BREAKER;
import static dev.pawl.core.identity.Aggregate.Kind.GROUP;
import static dev.pawl.core.identity.Aggregate.Kind.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcquireTool;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A commit that was decided by an outdated state is rejected and changes nothing.
interface ConflictContract extends StoreFixture {

  LeaseRef FIRST = new LeaseRef(new AttemptRef(0, 1), 1);
  Actor A1 = Actor.agent(SampleCommits.AGENT);

  private List<AggregateKey> conflicts(Change... changes) {
    CommitConflict conflict =
        catchThrowableOfType(CommitConflict.class, () -> SampleCommits.commit(store(), changes));
    assertThat(conflict).isNotNull();
    return conflict.aggregates();
  }

  private static EngineCommand cancel() {
    return new CancelRun(Actor.person("ops"), true, "enough");
  }

  @Test
  default void aRunThatChangedConflicts() {
    var run = run("r1").planned(SamplePlans.sideBySide(2));
    Change one = run.change(cancel());
    Change other = run.change(cancel());
    run.committed(one);
    assertThat(conflicts(other)).containsExactly(new AggregateKey(RUN, "r1"));
    assertThat(store().run(run.id())).contains(run.run());
  }

  @Test
  default void aChangedRunIsRefreshedFromItsKnownState() {
    var run = run("r1").planned(SamplePlans.sideBySide(2));
    Run known = run.run();
    assertThat(store().refresh(known)).contains(known);
    run.running();
    assertThat(store().refresh(known)).contains(run.run());
    run.succeeded();
    assertThat(store().refresh(known)).contains(run.run());
    assertThat(reopened().refresh(known)).contains(run.run());
  }

  @Test
  default void aRunThatExistsConflicts() {
    Change one = run("r1").change(new StartPlanning());
    Change other = run("r1").change(new StartPlanning());
    SampleCommits.commit(store(), one);
    assertThat(conflicts(other)).containsExactly(new AggregateKey(RUN, "r1"));
  }

  @Test
  default void anAgentWhoseSlotWasTakenConflicts() {
    SampleCommits.register(store(), "small", 1, "linux");
    Change one = queuedRun("r1").change(new GrantLease(FIRST.attempt(), "small"));
    Change other = queuedRun("r2").change(new GrantLease(FIRST.attempt(), "small"));
    SampleCommits.commit(store(), one);
    assertThat(conflicts(other)).containsExactly(new AggregateKey(AGENT, "small"));
    assertThat(store().agent("small").leases()).hasSize(1);
  }

  @Test
  default void aGroupWithANewMemberConflicts() {
    Change one = planning("r1").change(new FinishPlanning(SamplePlans.inGroup("g")));
    Change other = planning("r2").change(new FinishPlanning(SamplePlans.inGroup("g")));
    SampleCommits.commit(store(), one);
    assertThat(conflicts(other)).containsExactly(new AggregateKey(GROUP, "default:#g"));
    assertThat(store().group("default:#g").members()).hasSize(1);
  }

  private DrivenRun planning(String id) {
    return run(id).does(new StartPlanning());
  }

  /// The use of a tool with a closed breaker only reads the breaker, but depends on it.
  @Test
  default void aChangedBreakerThatWasOnlyReadConflicts() {
    var reader = run("r1").planned(SamplePlans.usingTool("npm")).running();
    Change read = reader.change(new AcquireTool(FIRST, A1, 0));
    assertThat(read.decision().reads()).isNotEmpty();
    run("r2").planned(SamplePlans.usingTool("npm")).running().does(started()).does(toolFails());
    assertThat(conflicts(read)).containsExactly(new AggregateKey(BREAKER, "default:npm"));
    reader.does(new AcquireTool(FIRST, A1, 0));
  }

  private static EngineCommand started() {
    return new EngineCommand.ReportStep(FIRST, A1, 0, StepState.RUNNING, StepEnd.NEVER_RAN);
  }

  private static EngineCommand toolFails() {
    var end = new StepEnd(1, StepEnd.Ender.PROCESS, "");
    return new EngineCommand.ReportStep(
        FIRST, A1, 0, StepType.STEP, "", StepState.FAILED, end, ReasonCode.INFRA);
  }

  /// A heartbeat cannot renew a lease that another orchestrator has ended.
  @Test
  default void aHeartbeatOfAChangedRunConflicts() {
    var run = queuedRun("r1").running();
    Change heartbeat = run.change(DrivenRun.heartbeatCommand());
    run.does(cancel());
    assertThat(conflicts(heartbeat)).containsExactly(new AggregateKey(RUN, "r1"));
    assertThat(store().run(run.id())).contains(run.run());
  }

  /// A renewal changes no version. So an expiry names the last heartbeat that it was decided by.
  @Test
  default void anExpiryOfARenewedLeaseConflicts() {
    var run = queuedRun("r1").running();
    Change expiry = givenUp(run);
    run.heartbeat();
    assertThat(conflicts(expiry)).containsExactly(new AggregateKey(RUN, "r1"));
    assertThat(store().run(run.id())).contains(run.run());
    run.committed(givenUp(run));
    assertThat(store().agent(SampleCommits.AGENT).leases()).isEmpty();
  }

  /// The expiry of a lease, while another orchestrator receives a heartbeat in between.
  private static Change givenUp(DrivenRun run) {
    var held = (Attempt.WithAgent) run.run().job(0).attempt();
    Change silent = run.changeAfter(Duration.ofMinutes(5), new EngineCommand.Tick(Instant.EPOCH));
    return new Change(
        silent.decision(),
        silent.at(),
        silent.nextDue(),
        List.of(new Change.UnrenewedLease(FIRST, held.lease().renewedAt())),
        "");
  }

  /// An orchestrator that was suspended before its commit does not undo later renewals.
  @Test
  default void anOlderRenewalDoesNotUndoANewerOne() {
    var run = queuedRun("r1").running();
    Change older = run.change(DrivenRun.heartbeatCommand());
    Change newer = run.change(DrivenRun.heartbeatCommand());
    SampleCommits.commit(store(), newer);
    SampleCommits.commit(store(), older);
    assertThat(store().run(run.id())).contains(newer.run());
  }

  @Test
  default void twoHeartbeatsDoNotConflict() {
    var run = queuedRun("r1").running();
    Change one = run.change(DrivenRun.heartbeatCommand());
    Change other = run.change(DrivenRun.heartbeatCommand());
    SampleCommits.commit(store(), one);
    SampleCommits.commit(store(), other);
    assertThat(store().run(run.id())).contains(other.run());
  }

  @Test
  default void exactlyTheChangedAggregatesAreNamed() {
    SampleCommits.register(store(), "small", 2, "linux");
    var moved = queuedRun("r1");
    var alsoMoved = queuedRun("r2");
    Change one = moved.change(new GrantLease(FIRST.attempt(), "small"));
    Change two = alsoMoved.change(new GrantLease(FIRST.attempt(), SampleCommits.AGENT));
    Change three = queuedRun("r3").change(cancel());
    moved.does(cancel());
    alsoMoved.does(cancel());
    queuedRun("r4").does(new GrantLease(FIRST.attempt(), "small"));
    assertThat(conflicts(three, one, two))
        .containsExactlyInAnyOrder(
            new AggregateKey(RUN, "r1"),
            new AggregateKey(RUN, "r2"),
            new AggregateKey(AGENT, "small"));
  }

  @Test
  default void aConflictInTheMiddleCommitsNothing() {
    var good = run("r1");
    var bad = queuedRun("r2");
    var alive = queuedRun("r3").running();
    Change first = good.change(new StartPlanning());
    Change second = bad.change(cancel());
    Change third = alive.change(cancel());
    bad.does(cancel());
    var effects = store().pendingEffects(0, 100);
    var heard = new Commit.AcceptedMessage(alive.id(), FIRST, 7);
    var delivered = effects.stream().map(effect -> effect.id()).toList();
    var commit = new Commit("c1", List.of(first, second, third), delivered, List.of(heard));
    assertThatThrownBy(() -> store().commit(commit)).isInstanceOf(CommitConflict.class);
    assertThat(store().run(good.id())).isEmpty();
    assertThat(store().run(alive.id())).contains(alive.run());
    assertThat(store().pendingEffects(0, 100)).isEqualTo(effects);
    assertThat(store().lastSeq(alive.id(), FIRST)).isZero();
    assertThat(store().wasCommitted(commit)).isFalse();
    SampleCommits.commit(store(), first, third);
    assertThat(store().run(good.id())).contains(first.run());
  }

  private static TriggerKey trigger(String key) {
    return new TriggerKey(Origin.DEFAULT_ORG, key);
  }

  @Test
  default void aTriggerCreatesOneRun() {
    Change one = run("r1").change(new StartPlanning(), "push/abc");
    Change other = run("r2").change(new StartPlanning(), "push/abc");
    assertThat(store().runOfTrigger(trigger("push/abc"))).isEmpty();
    SampleCommits.commit(store(), one);
    assertThat(store().runOfTrigger(trigger("push/abc"))).contains(one.run().id());
    assertThat(store().runOfTrigger(new TriggerKey("another-org", "push/abc"))).isEmpty();
    assertThat(conflicts(other)).containsExactly(new AggregateKey(RUN, "r2"));
    assertThat(store().runOfTrigger(trigger("push/abc"))).contains(one.run().id());
  }

  @Test
  default void aTriggerCreatesOneRunWithinOneCommitToo() {
    Change one = run("r1").change(new StartPlanning(), "push/abc");
    Change other = run("r2").change(new StartPlanning(), "push/abc");
    assertThat(conflicts(one, other)).containsExactly(new AggregateKey(RUN, "r2"));
    assertThat(store().runOfTrigger(trigger("push/abc"))).isEmpty();
  }

  @Test
  default void aTriggerWithoutAKeyMayCreateManyRuns() {
    run("r1").does(new StartPlanning());
    run("r2").does(new StartPlanning());
    assertThat(store().runOfTrigger(trigger(""))).isEmpty();
  }
}

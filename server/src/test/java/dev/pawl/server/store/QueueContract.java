package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.Tick;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Origin;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Queued attempts, due runs, members of groups, and the last message of a lease.
interface QueueContract extends StoreFixture {

  private static Instant nextDue(DrivenRun run) {
    return new Engine(Deadlines.DEFAULT).nextDue(run.run()).orElseThrow();
  }

  private static List<RunId> due(Store store, Instant now, int most) {
    return store.dueRuns(now, DueRun.FIRST, most).stream().map(DueRun::run).toList();
  }

  @Test
  default void aRunIsDueFromItsDeadlineOn() {
    var run = queuedRun("r1").leased();
    Instant due = nextDue(run);
    assertThat(due(store(), due.minusMillis(1), 10)).isEmpty();
    assertThat(due(store(), due, 10)).containsExactly(run.id());
    assertThat(due(reopened(), due.plusSeconds(9), 10)).containsExactly(run.id());
  }

  @Test
  default void theLongestOverdueComesFirst() {
    var late = queuedRun("r1").after(Duration.ofMinutes(5)).leased();
    var early = queuedRun("r2").leased();
    Instant both = nextDue(late).plusSeconds(1);
    assertThat(due(store(), both, 10)).containsExactly(early.id(), late.id());
    assertThat(due(store(), both, 1)).containsExactly(early.id());
  }

  @Test
  default void aHeartbeatShortBeforeTheDeadlinePostponesIt() {
    var run = queuedRun("r1").running();
    Instant before = nextDue(run);
    run.after(Duration.between(run.now(), before).minusSeconds(2)).heartbeat();
    assertThat(nextDue(run)).isAfter(before);
    assertThat(due(store(), before, 10)).isEmpty();
    assertThat(due(store(), nextDue(run), 10)).containsExactly(run.id());
  }

  /// A store may leave the deadline until then, so that not every heartbeat writes the run's row.
  @Test
  default void anEarlierHeartbeatPostponesTheDeadlineOnceItIsChecked() {
    var run = queuedRun("r1").running();
    Instant before = nextDue(run);
    run.after(Duration.ofSeconds(5)).heartbeat();
    assertThat(nextDue(run)).isAfter(before);
    assertThat(due(store(), before, 10)).isSubsetOf(run.id());
    run.after(Duration.between(run.now(), before)).committed(unchanged(run));
    assertThat(due(store(), before, 10)).isEmpty();
    assertThat(due(store(), nextDue(run), 10)).containsExactly(run.id());
  }

  /// The check of a run which finds that nothing is due.
  private static Change unchanged(DrivenRun run) {
    var asItIs = new Revision(run.run(), List.of());
    var nothing = new Decision.Accepted(List.of(asItIs), List.of(), List.of(), List.of());
    return new Change(nothing, run.now(), Optional.of(nextDue(run)));
  }

  @Test
  default void anEndedRunIsNeverDue() {
    queuedRun("r1").does(new CancelRun(Actor.person("ops"), true, "enough"));
    assertThat(due(store(), Instant.parse("2999-01-01T00:00:00Z"), 10)).isEmpty();
  }

  @Test
  default void aQueuedAttemptIsReadyUntilItIsLeased() {
    var run =
        new DrivenRun(store(), "r1", new Origin.Source("acme/shop", "main", "", "forge"))
            .planned(SamplePlans.buildThenTest());
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 10))
        .containsExactly(QueuedAttempt.of(run.run(), run.run().job(0)));
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 10).getFirst().repository().repository())
        .isEqualTo("acme/shop");
    run.leased();
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 10)).isEmpty();
    assertThat(reopened().queuedAttempts(QueuePosition.FIRST, 10)).isEmpty();
  }

  @Test
  default void theOldestIsReadyFirst() {
    var young = run("r1").after(Duration.ofMinutes(1)).planned(SamplePlans.sideBySide(2));
    var old = queuedRun("r2");
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 10))
        .extracting(QueuedAttempt::run)
        .containsExactly(old.id(), young.id(), young.id());
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 1))
        .extracting(QueuedAttempt::run)
        .containsExactly(old.id());
  }

  @Test
  default void theQueueIsReadInPages() {
    var first = run("r1").planned(SamplePlans.sideBySide(3));
    var second = run("r2").planned(SamplePlans.sideBySide(2));
    List<QueuedAttempt> all = store().queuedAttempts(QueuePosition.FIRST, 10);
    assertThat(all).hasSize(5);
    for (int from = 0; from < all.size(); from++) {
      List<QueuedAttempt> page = reopened().queuedAttempts(QueuePosition.of(all.get(from)), 2);
      assertThat(page).isEqualTo(all.subList(from + 1, Math.min(from + 3, all.size())));
    }
    assertThat(store().queuedAttempts(QueuePosition.from(first.now()), 10)).isEqualTo(all);
    assertThat(store().queuedAttempts(QueuePosition.from(second.now().plusMillis(1)), 10))
        .isEmpty();
  }

  @Test
  default void dueRunsAreReadInPages() {
    queuedRun("r1").leased();
    queuedRun("r2").leased();
    var late = queuedRun("r3").after(Duration.ofMinutes(5)).leased();
    Instant now = nextDue(late);
    List<DueRun> all = store().dueRuns(now, DueRun.FIRST, 10);
    assertThat(all).extracting(due -> due.run().value()).containsExactly("r1", "r2", "r3");
    assertThat(reopened().dueRuns(now, all.get(0), 1)).containsExactly(all.get(1));
    assertThat(store().dueRuns(now, all.get(1), 10)).containsExactly(all.get(2));
    assertThat(store().dueRuns(now.minusMillis(1), all.get(1), 10)).isEmpty();
  }

  @Test
  default void aRetryIsReadyWhenItsBackoffIsOver() {
    var run = queuedRun("r1").running().failed(ReasonCode.INFRA);
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 10)).isEmpty();
    Instant due = nextDue(run);
    assertThat(due(store(), due, 10)).containsExactly(run.id());
    run.after(Duration.between(run.now(), due)).does(new Tick(Instant.EPOCH));
    assertThat(store().queuedAttempts(QueuePosition.FIRST, 10))
        .extracting(QueuedAttempt::attempt)
        .containsExactly(new AttemptRef(0, 2));
  }

  @Test
  default void theLastMessageNumberOfALeaseOnlyRises() {
    var run = queuedRun("r1").running();
    var lease = new LeaseRef(new AttemptRef(0, 1), 1);
    SampleCommits.heard(store(), new Commit.AcceptedMessage(run.id(), lease, 3));
    SampleCommits.heard(store(), new Commit.AcceptedMessage(run.id(), lease, 2));
    assertThat(reopened().lastSeq(run.id(), lease)).isEqualTo(3);
    assertThat(store().lastSeq(run.id(), new LeaseRef(lease.attempt(), 2))).isZero();
  }

  /// The first message under a lease may be committed together with the grant.
  @Test
  default void aLeaseMayReceiveMessagesInItsFirstCommit() {
    var run = queuedRun("r1");
    var lease = new LeaseRef(new AttemptRef(0, 1), 1);
    var change = run.change(new GrantLease(lease.attempt(), SampleCommits.AGENT));
    var heard = new Commit.AcceptedMessage(run.id(), lease, 1);
    store().commit(new Commit("c1", List.of(change), List.of(), List.of(heard)));
    assertThat(store().lastSeq(run.id(), lease)).isEqualTo(1);
  }

  @Test
  default void aWaitingOrPlacedRunIsFoundInItsGroup() {
    var first = run("r1").planned(SamplePlans.inGroup("g"));
    var second = run("r2").planned(SamplePlans.inGroup("g"));
    assertThat(store().groupPlaces(first.id()))
        .containsExactly(new GroupPlace("default:#g", false));
    first.leased();
    assertThat(store().groupPlaces(first.id())).containsExactly(new GroupPlace("default:#g", true));
    assertThat(store().groupPlaces(second.id()))
        .containsExactly(new GroupPlace("default:#g", false));
    first.does(new CancelRun(Actor.person("ops"), true, "enough"));
    assertThat(store().groupPlaces(first.id())).isEmpty();
    assertThat(reopened().groupPlaces(second.id()))
        .containsExactly(new GroupPlace("default:#g", false));
  }

  @Test
  default void anEndedRunThatKeepsAPlaceIsDueAgain() {
    var run = run("r1").planned(SamplePlans.inGroup("g")).running();
    run.does(new CancelRun(Actor.person("ops"), true, "enough"));
    assertThat(run.run().isOver()).isTrue();
    assertThat(store().groupPlaces(run.id())).extracting(GroupPlace::isHeld).containsExactly(true);
    Instant due = nextDue(run);
    assertThat(due(store(), due, 10)).containsExactly(run.id());
    run.after(Duration.between(run.now(), due)).does(new Tick(Instant.EPOCH));
    assertThat(store().groupPlaces(run.id())).isEmpty();
    assertThat(due(reopened(), due, 10)).isEmpty();
    assertThat(store().run(run.id())).contains(run.run());
  }
}

package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Command.Tick;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Place;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Ready;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What waits: for an agent, for a time, for a place. And what was last heard.
interface QueueContract extends UnderContract {

  private static Instant nextDue(DrivenRun run) {
    return new Engine(Deadlines.DEFAULT).nextDue(run.run()).orElseThrow();
  }

  @Test
  default void aRunIsDueFromItsDeadlineOn() {
    var run = queued("r1").leased();
    Instant due = nextDue(run);
    assertThat(store().due(due.minusMillis(1), 10)).isEmpty();
    assertThat(store().due(due, 10)).containsExactly(run.id());
    assertThat(reopened().due(due.plusSeconds(9), 10)).containsExactly(run.id());
  }

  @Test
  default void theLongestOverdueComesFirst() {
    var late = queued("r1").after(Duration.ofMinutes(5)).leased();
    var early = queued("r2").leased();
    Instant both = nextDue(late).plusSeconds(1);
    assertThat(store().due(both, 10)).containsExactly(early.id(), late.id());
    assertThat(store().due(both, 1)).containsExactly(early.id());
  }

  @Test
  default void aHeartbeatPutsTheDeadlineOff() {
    var run = queued("r1").running();
    Instant before = nextDue(run);
    run.after(Duration.ofSeconds(20)).heartbeat();
    assertThat(nextDue(run)).isAfter(before);
    assertThat(store().due(before, 10)).isEmpty();
    assertThat(store().due(nextDue(run), 10)).containsExactly(run.id());
  }

  @Test
  default void aRunThatIsOverIsNeverDue() {
    queued("r1").does(new CancelRun(Actor.person("ana"), true, "enough"));
    assertThat(store().due(Instant.parse("2999-01-01T00:00:00Z"), 10)).isEmpty();
  }

  @Test
  default void aQueuedAttemptIsReadyUntilItIsLeased() {
    var run =
        new DrivenRun(store(), "r1", new Origin.Source("acme/shop", ""))
            .planned(Plans.buildThenTest());
    assertThat(store().ready(10)).containsExactly(Ready.of(run.run(), run.run().job(0)));
    assertThat(store().ready(10).getFirst().repository()).isEqualTo("acme/shop");
    run.leased();
    assertThat(store().ready(10)).isEmpty();
    assertThat(reopened().ready(10)).isEmpty();
  }

  @Test
  default void theOldestIsReadyFirst() {
    var young = run("r1").after(Duration.ofMinutes(1)).planned(Plans.sideBySide(2));
    var old = queued("r2");
    assertThat(store().ready(10))
        .extracting(Ready::run)
        .containsExactly(old.id(), young.id(), young.id());
    assertThat(store().ready(1)).extracting(Ready::run).containsExactly(old.id());
  }

  @Test
  default void aRetryIsReadyWhenItsBackoffIsOver() {
    var run = queued("r1").running().failed(ReasonCode.INFRA);
    assertThat(store().ready(10)).isEmpty();
    Instant due = nextDue(run);
    assertThat(store().due(due, 10)).containsExactly(run.id());
    run.after(Duration.between(run.now(), due)).does(new Tick(Instant.EPOCH));
    assertThat(store().ready(10)).extracting(Ready::attempt).containsExactly(new AttemptRef(0, 2));
  }

  @Test
  default void theLastNumberOfALeaseOnlyRises() {
    var run = queued("r1").running();
    var lease = new LeaseRef(new AttemptRef(0, 1), 1);
    Commits.heard(store(), new Commit.Heard(run.id(), lease, 3));
    Commits.heard(store(), new Commit.Heard(run.id(), lease, 2));
    assertThat(reopened().lastSeq(run.id(), lease)).isEqualTo(3);
    assertThat(store().lastSeq(run.id(), new LeaseRef(lease.attempt(), 2))).isZero();
  }

  /// An agent may say the first thing under a lease in the turn that grants it.
  @Test
  default void aLeaseMayBeHeardOfInTheCommitThatGrantsIt() {
    var run = queued("r1");
    var lease = new LeaseRef(new AttemptRef(0, 1), 1);
    var change = run.change(new GrantLease(lease.attempt(), Commits.AGENT));
    var heard = new Commit.Heard(run.id(), lease, 1);
    store().commit(new Commit("c1", List.of(change), List.of(), List.of(heard)));
    assertThat(store().lastSeq(run.id(), lease)).isEqualTo(1);
  }

  @Test
  default void aRunIsFoundInItsGroupWhileItWaitsAndWhileItHoldsAPlace() {
    var first = run("r1").planned(Plans.inGroup("g"));
    var second = run("r2").planned(Plans.inGroup("g"));
    assertThat(store().places(first.id())).containsExactly(new Place("#g", false));
    first.leased();
    assertThat(store().places(first.id())).containsExactly(new Place("#g", true));
    assertThat(store().places(second.id())).containsExactly(new Place("#g", false));
    first.does(new CancelRun(Actor.person("ana"), true, "enough"));
    assertThat(store().places(first.id())).isEmpty();
    assertThat(reopened().places(second.id())).containsExactly(new Place("#g", false));
  }
}

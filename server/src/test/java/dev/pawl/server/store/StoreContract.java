package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.run.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Store;
import dev.pawl.server.runtime.Store.DeliveredEffects;
import dev.pawl.server.runtime.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every store promises. Another store is another subclass.
abstract class StoreContract {

  /// Opens the store anew; what was committed is there. It knows the owner [DrivenRun#OWNER].
  abstract Store open();

  /// Another way to the same tables.
  abstract Connection connection() throws SQLException;

  private Store store;
  private Connection connection;
  private Rows rows;

  @BeforeEach
  void aStore() throws SQLException {
    store = open();
    connection = connection();
    rows = new Rows(connection);
  }

  @AfterEach
  void noStore() throws SQLException {
    connection.close();
    store.close();
  }

  @Test
  void aCommitMakesStateJournalAndEffectsDurableTogether() {
    var run = new DrivenRun(store, "r1").planned(Plans.buildThenTest()).leased();
    store.close();
    store = open();
    assertThat(store.run(run.id())).contains(run.run());
    rows.agreeWith(run.run());
    assertThat(rows.of("SELECT machine, entity, event FROM transition WHERE aggregate_id = 'r1'"))
        .containsExactly(
            "run|r1|PLAN",
            "run|r1|PLANNED",
            "attempt|build/1|ENQUEUE",
            "attempt|build/1|LEASE",
            "run|r1|START");
    assertThat(rows.of("SELECT version, kind FROM effect")).containsExactly("3|dispatch");
  }

  @Test
  void whatIsLoadedEqualsWhatWasCommittedAfterEveryCommit() {
    var run = new DrivenRun(store, "r1").planned(Plans.buildThenTest());
    assertThat(store.run(run.id())).contains(run.run());
    run.running();
    assertThat(store.run(run.id())).contains(run.run());
    run.heartbeat();
    assertThat(store.run(run.id())).contains(run.run());
    rows.agreeWith(run.run());
    run.failed();
    assertThat(store.run(run.id())).contains(run.run());
    rows.agreeWith(run.run());
  }

  @Test
  void aRunThatNobodyCommittedIsNotThere() {
    assertThat(store.run(new RunId("nobody"))).isEmpty();
  }

  @Test
  void oneBadChangeRollsTheWholeBatchBack() {
    var good = new DrivenRun(store, "r1");
    var bad = new DrivenRun(store, "r2").planned(Plans.sideBySide(1));
    Change first = good.change(new StartPlanning());
    Change second = bad.change(new GrantLease(new AttemptRef(0, 1), "a1"));
    store.commit(List.of(second), List.of());
    assertThatThrownBy(() -> store.commit(List.of(first, second), List.of()))
        .isInstanceOf(StoreFailure.class);
    assertThat(store.run(good.id())).isEmpty();
    assertThat(rows.of("SELECT * FROM journal WHERE aggregate_id = 'r1'")).isEmpty();
    store.commit(List.of(first), List.of());
    assertThat(store.run(good.id())).contains(first.run());
  }

  @Test
  void aDecisionAboutARunThatHasMovedOnIsRefused() {
    var run = new DrivenRun(store, "r1").planned(Plans.sideBySide(2));
    Change one = run.change(new GrantLease(new AttemptRef(0, 1), "a1"));
    Change other = run.change(new GrantLease(new AttemptRef(1, 1), "a1"));
    store.commit(List.of(one), List.of());
    assertThatThrownBy(() -> store.commit(List.of(other), List.of()))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("r1")
        .hasMessageContaining("somebody else");
    assertThat(store.run(run.id())).contains(one.run());
  }

  @Test
  void aSecondLiveLeaseIsRefusedByTheDatabase() {
    var run = new DrivenRun(store, "r1").planned(Plans.sideBySide(1)).leased();
    assertThat(run.run().version()).isEqualTo(3);
    assertThatThrownBy(() ->
            rows.change(
                """
                INSERT INTO lease (run_id, job, attempt, lease, agent, state, granted_at, renewed_at)
                VALUES ('r1', 0, 1, 2, 'a2', 'granted', '', '')
                """))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void aStateThatIsNoneIsRefusedByTheDatabase() {
    new DrivenRun(store, "r1").planned(Plans.sideBySide(1)).running();
    for (String table : List.of("run", "attempt", "lease", "step")) {
      assertThatThrownBy(() -> rows.change("UPDATE " + table + " SET state = 'nonsense'"))
          .as(table)
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void theJournalCannotBeRewritten() {
    new DrivenRun(store, "r1").planned(Plans.sideBySide(1));
    assertThatThrownBy(() -> rows.change("UPDATE journal SET transitions = '[]'"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("never rewritten");
    assertThatThrownBy(() -> rows.change("DELETE FROM journal"))
        .hasMessageContaining("never rewritten");
  }

  @Test
  void sqlSeesOneRowATransitionCountedWithoutGaps() {
    new DrivenRun(store, "r1").planned(Plans.buildThenTest()).running().failed();
    var seqs = rows.of("SELECT seq FROM transition WHERE aggregate_id = 'r1' ORDER BY seq");
    for (int index = 0; index < seqs.size(); index++) {
      assertThat(seqs.get(index)).isEqualTo(Integer.toString(index + 1));
    }
    assertThat(
            rows.of(
                """
                SELECT aggregate, machine, entity, "from", event, "to", reason, message, actor
                FROM transition WHERE entity = 'test/1'
                """))
        .containsExactly(
            "run|attempt|test/1|pending|SKIP|skipped|upstream|needs build, which is failed"
                + "|orchestrator");
  }

  @Test
  void effectsAreForgottenOnceDelivered() {
    var run = new DrivenRun(store, "r1").planned(Plans.sideBySide(1)).leased();
    store.commit(List.of(), List.of(new DeliveredEffects(run.id(), 2)));
    assertThat(rows.of("SELECT kind FROM effect")).containsExactly("dispatch");
    store.commit(List.of(), List.of(new DeliveredEffects(run.id(), 3)));
    assertThat(rows.of("SELECT kind FROM effect")).isEmpty();
  }

  @Test
  void runsAreNumberedUpwardsAlsoAfterAReopen() {
    long first = store.nextRunNumber();
    store.close();
    store = open();
    assertThat(store.nextRunNumber()).isGreaterThan(first);
  }
}

package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.PolicyPlans;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CorruptJournal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The row of a run is behind its journal while only its head moves, and everything is decided by
/// the head.
@SuppressWarnings("NullAway.Init") // before each test
public abstract class RunHeadContract {

  private static final String ROW = "SELECT version, journal_seq, journal_hash FROM run";
  private static final String HEAD = "SELECT version, journal_seq, journal_hash FROM run_head";
  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);
  private static final AggregateKey RUN = new AggregateKey(Aggregate.Kind.RUN, "r1");

  private DatabaseUnderTest patient;
  protected SqlStore store;
  protected TableReader rows;
  private Connection connection;
  protected DrivenRun run;

  public abstract DatabaseUnderTest patient();

  /// A run with two queued jobs, one of which is leased: what follows moves only its head.
  @BeforeEach
  final void leaseAJob() throws SQLException {
    patient = patient();
    store = patient.open();
    connection = patient.connect();
    rows = new TableReader(connection);
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
    run = new DrivenRun(store, "r1").planned(SamplePlans.sideBySide(2)).leased();
  }

  @AfterEach
  final void closeStore() throws SQLException {
    connection.close();
    store.close();
  }

  private static LeaseRef leaseOf(int job) {
    return new LeaseRef(new AttemptRef(job, 1), 1);
  }

  protected static EngineCommand acknowledge() {
    return new AcknowledgeLease(leaseOf(0), AGENT);
  }

  protected static EngineCommand leaseSecondJob() {
    return new GrantLease(leaseOf(1).attempt(), AGENT.name());
  }

  private void lags() {
    run.does(acknowledge()).does(leaseSecondJob());
    assertThat(rows.query(ROW)).isNotEqualTo(rows.query(HEAD));
  }

  @Test
  void aCommitThatOnlyMovesTheHeadWritesNoRunRow() {
    List<String> before = rows.query("SELECT * FROM run");
    run.does(acknowledge());
    assertThat(rows.query("SELECT * FROM run")).isEqualTo(before);
    assertThat(rows.query("SELECT version FROM run_head"))
        .containsExactly(Long.toString(run.run().version()));
    assertThat(rows.query("SELECT journal_seq FROM run_head"))
        .isEqualTo(rows.query("SELECT max(seq) FROM transition WHERE aggregate = 'run'"));
    assertThat(rows.query("SELECT journal_hash FROM run_head"))
        .isEqualTo(
            rows.query(
                "SELECT hash FROM journal WHERE aggregate = 'run' ORDER BY seq DESC LIMIT 1"));
  }

  @Test
  void everyTransitionSaysWhy() {
    run.does(acknowledge()).does(leaseSecondJob());
    new DrivenRun(store, "r2").planned(SamplePlans.buildThenTest()).running().failed();
    assertThat(rows.query("SELECT machine, event FROM transition WHERE message = ''")).isEmpty();
    assertThat(rows.query("SELECT reason, message FROM transition WHERE event = 'LEASE'"))
        .contains("progress|lease granted to " + SampleCommits.AGENT);
    assertThat(rows.query("SELECT DISTINCT message FROM transition WHERE event = 'REGISTERED'"))
        .isNotEmpty();
  }

  @Test
  void aWaitForAGroupIsTheReasonInTheRow() {
    new DrivenRun(store, "r2").planned(SamplePlans.inGroup("g")).leased();
    var waiting = new DrivenRun(store, "r3").planned(SamplePlans.inGroup("g"));
    assertThat(rows.query("SELECT state, phase, reason, message FROM run WHERE id = 'r3'"))
        .containsExactly("queued|waiting|concurrency|Waiting for g (1 ahead)");
    assertThat(store.run(waiting.id())).contains(waiting.run());
    GroupRule rule = GroupRule.of("h");
    new DrivenRun(store, "r4").planned(PolicyPlans.inGroup(rule)).leased();
    new DrivenRun(store, "r5")
        .planned(PolicyPlans.inGroup(rule))
        .does(new GrantLease(new AttemptRef(0, 1), SampleCommits.AGENT));
    assertThat(rows.query("SELECT state, reason, message FROM job WHERE run_id = 'r5'"))
        .containsExactly("queued|concurrency|Waiting for h (1 ahead)");
    assertThat(differences()).isEmpty();
  }

  @Test
  void theRowOfAnEndedRunHasItsHead() {
    var ended = new DrivenRun(store, "r2").planned(SamplePlans.buildThenTest()).running().failed();
    assertThat(ended.run().isOver()).isTrue();
    String ofEnded = " WHERE id = 'r2'";
    assertThat(rows.query(ROW + ofEnded)).isEqualTo(rows.query(HEAD + ofEnded));
  }

  @Test
  void theHeadIsFoundByAStoreThatDidNotWriteIt() throws SQLException {
    lags();
    store.close();
    store = patient.open();
    assertThat(store.version(run.id())).isEqualTo(run.run().version());
    assertThat(store.run(run.id())).contains(run.run());
    store.close();
    store = patient.open();
    Change next =
        DrivenRun.found(store, "r1").change(new EngineCommand.StartAttempt(leaseOf(0), AGENT));
    SampleCommits.commit(store, next);
    assertThat(store.run(run.id())).contains(next.run());
    assertThat(store.queries().firstBrokenEntry(run.id())).isEmpty();
    assertThat(differences()).isEmpty();
  }

  @Test
  void ofTwoDecisionsByTheSameVersionOneConflicts() throws SQLException {
    Change one = run.change(acknowledge());
    Change other = run.change(leaseSecondJob());
    SampleCommits.commit(store, one);
    try (SqlStore elsewhere = patient.open()) {
      assertThat(conflict(elsewhere, other)).containsExactly(RUN);
    }
    assertThat(conflict(store, other)).containsExactly(RUN);
    assertThat(store.run(run.id())).contains(one.run());
  }

  private static List<AggregateKey> conflict(SqlStore by, Change change) {
    CommitConflict conflict =
        catchThrowableOfType(CommitConflict.class, () -> SampleCommits.commit(by, change));
    assertThat(conflict).isNotNull();
    return conflict.aggregates();
  }

  /// Both stores have the head in memory, so that nothing is queried before it is written.
  @Test
  void ofTwoConcurrentDecisionsByTheSameVersionOneConflicts() throws Exception {
    try (SqlStore elsewhere = patient.open();
        var threads = Executors.newFixedThreadPool(2)) {
      assertThat(elsewhere.run(run.id())).contains(run.run());
      Change one = run.change(acknowledge());
      Change other = run.change(acknowledge());
      List<Callable<Boolean>> commits =
          List.of(() -> isCommitted(store, one), () -> isCommitted(elsewhere, other));
      List<Boolean> committed = threads.invokeAll(commits).stream().map(Future::resultNow).toList();
      assertThat(committed).containsExactlyInAnyOrder(true, false);
    }
    assertThat(store.version(run.id())).isEqualTo(run.run().version() + 1);
  }

  private static boolean isCommitted(SqlStore by, Change change) {
    try {
      SampleCommits.commit(by, change);
      return true;
    } catch (CommitConflict _) {
      return false;
    }
  }

  @Test
  void aHeartbeatDecidedBeforeTheHeadMovedConflicts() {
    run.does(acknowledge()).does(new EngineCommand.StartAttempt(leaseOf(0), AGENT));
    Change heartbeat = run.change(DrivenRun.heartbeatCommand());
    run.does(leaseSecondJob());
    assertThat(conflict(store, heartbeat)).containsExactly(RUN);
  }

  private List<String> differences() {
    var result = store.audit(new Engine(Deadlines.DEFAULT)).check(Aggregate.Kind.RUN, "r1");
    return result
        .journalProblem()
        .map(List::of)
        .orElseGet(() -> result.differences().stream().map(one -> one.description()).toList());
  }

  @Test
  void aRowThatIsBehindIsNoDifference() {
    lags();
    assertThat(differences()).isEmpty();
    assertThat(store.queries().firstBrokenEntry(run.id())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE run SET version = 1000",
        "UPDATE run SET version = 1000, journal_seq = 1000",
      })
  void aRowThatIsAheadIsCorrupt(String damage) throws SQLException {
    lags();
    rows.execute(damage);
    assertThat(differences()).isNotEmpty();
    try (SqlStore elsewhere = patient.open()) {
      assertThatThrownBy(() -> elsewhere.run(run.id())).isInstanceOf(CorruptJournal.class);
    }
  }

  /// As an attacker would change it who computes all hashes anew.
  @ParameterizedTest
  @ValueSource(strings = {"journal_hash = 'forged'", "journal_seq = journal_seq - 1"})
  void aRowThatNamesNoEntryOfTheJournalIsFound(String damage) throws SQLException {
    lags();
    rows.execute("UPDATE run SET " + damage);
    assertThat(differences()).isNotEmpty();
    assertThat(store.queries().firstBrokenEntry(run.id())).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE journal SET hash = 'forged' WHERE %s",
        "UPDATE journal SET at = '2026-01-01T00:00:09.000Z' WHERE %s",
        "UPDATE journal SET version = version + 1 WHERE %s",
        "UPDATE journal SET version = 1 WHERE %s",
        "UPDATE journal SET last_seq = last_seq + 1 WHERE %s"
      })
  void anEntryBehindTheRowThatWasChangedIsCorrupt(String damage) throws SQLException {
    lags();
    damageLastEntry(damage);
    var result = store.audit(new Engine(Deadlines.DEFAULT)).check(Aggregate.Kind.RUN, "r1");
    assertThat(result.journalProblem()).isPresent();
  }

  /// The row does not say that there was such an entry. What it changed does.
  @Test
  void anEntryBehindTheRowThatWasDeletedIsFoundByOtherRows() throws SQLException {
    lags();
    damageLastEntry("DELETE FROM journal WHERE %s");
    assertThat(differences()).isNotEmpty();
  }

  private void damageLastEntry(String damage) throws SQLException {
    for (String statement : patient.journalUnlockStatements()) {
      rows.execute(statement);
    }
    rows.execute(
        damage.formatted(
            "aggregate = 'run' AND seq = (SELECT max(seq) FROM journal WHERE aggregate = 'run')"));
  }

  @Test
  void aRowThatIsBehindIsRebuilt() throws SQLException {
    lags();
    rows.execute("UPDATE run SET message = 'forged'");
    store
        .audit(new Engine(Deadlines.DEFAULT))
        .rebuild(Aggregate.Kind.RUN, "r1", Actor.person("ops"), "rebuilt", store.now());
    assertThat(differences()).isEmpty();
    assertThat(rows.query(ROW)).isEqualTo(rows.query(HEAD));
    try (SqlStore elsewhere = patient.open()) {
      assertThat(elsewhere.version(run.id())).isEqualTo(run.run().version() + 1);
      assertThat(elsewhere.run(run.id())).isPresent();
    }
  }

  /// What it was ended by need not be readable, if its row is behind.
  @Test
  void aRunThatIsBehindIsRestoredFromItsHead() {
    lags();
    assertThat(store.restored(run.id()).orElseThrow().event())
        .satisfies(event -> assertThat(event.version()).isEqualTo(run.run().version()))
        .satisfies(event ->
            assertThat(rows.query("SELECT journal_hash FROM run_head"))
                .containsExactly(event.chainedTo()));
  }
}

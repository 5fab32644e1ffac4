package dev.pawl.server.store.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.StatementCounter;
import dev.pawl.server.store.sql.TableReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// The promises of migrations, shown with a second schema version that is made up: a store of
/// schema 1 is upgraded and goes on.
abstract class MigrationContract {

  private static final RunId ENDED = new RunId("ended");
  private static final RunId OPEN = new RunId("open");

  private final Engine engine = new Engine(Deadlines.DEFAULT);

  /// The migrations of the jar.
  abstract Migrations bundled();

  abstract SchemaVersion versions();

  /// Opens the store, with an orchestrator registered that owns the test's runs.
  abstract SqlStore openWithOwner();

  abstract SqlStore open(Migrations migrations, StatementCounter counter);

  /// A connection beside the store.
  abstract Connection connect() throws SQLException;

  /// Makes the database look as if an earlier commit wrote it.
  abstract List<String> statementsOfEarlierCommit();

  /// Claims the next schema version.
  abstract String statementOfNewerSchema();

  private SqlStore open(Migrations migrations) {
    return open(migrations, new StatementCounter(_ -> {}));
  }

  /// Migrations to schema 2, whose script is a resource of the tests.
  private Migrations toSchema2() {
    String resource = versions().name().toLowerCase(java.util.Locale.ROOT) + "-002.sql";
    return new Migrations(
        versions(), 2, version -> version == 1 ? bundled().script(1) : read(resource));
  }

  private static String read(String resource) {
    try (InputStream in = MigrationContract.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Leaves a store of schema 1 with a run that ended and an open one, which has a queued job.
  private void writeSchema1() {
    try (SqlStore store = openWithOwner()) {
      SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
      new DrivenRun(store, ENDED.value()).planned(SamplePlans.sideBySide(1)).running().succeeded();
      new DrivenRun(store, OPEN.value()).planned(SamplePlans.sideBySide(2)).running();
    }
  }

  @Test
  void everyRunIsAsBefore() throws SQLException {
    writeSchema1();
    Run before;
    try (SqlStore store = open(bundled())) {
      before = store.run(OPEN).orElseThrow();
    }
    try (SqlStore store = open(toSchema2());
        Connection raw = connect()) {
      var rows = new TableReader(raw);
      assertThat(store.queries().latest(10))
          .extracting(RunQueries.RunRow::state)
          .containsExactlyInAnyOrder("success", "running");
      assertThat(store.run(OPEN)).contains(before);
      for (RunId run : List.of(ENDED, OPEN)) {
        rows.assertMatches(store.run(run).orElseThrow());
        assertThat(store.queries().firstBrokenEntry(run)).isEmpty();
      }
      assertThat(rows.query("SELECT id, jobs FROM run ORDER BY id"))
          .containsExactly("ended|1", "open|2");
      assertThat(rows.query("SELECT last_run FROM workflow")).containsExactly("open");
    }
  }

  @Test
  void queuedAttemptsAndDueRunsAreFound() {
    writeSchema1();
    try (SqlStore store = open(toSchema2())) {
      Run run = store.run(OPEN).orElseThrow();
      assertThat(store.queuedAttempts(QueuePosition.FIRST, 10))
          .containsExactly(QueuedAttempt.of(run, run.job(1)));
      assertThat(store.dueRuns(Instant.parse("9999-01-01T00:00:00Z"), DueRun.FIRST, 10))
          .extracting(DueRun::run)
          .containsExactly(OPEN);
    }
  }

  @Test
  void anOpenRunGoesOn() {
    writeSchema1();
    try (SqlStore store = open(toSchema2())) {
      Run run = store.run(OPEN).orElseThrow();
      Instant now = store.now();
      var command = new CancelRun(Actor.person("ops"), true, "enough");
      var accepted = (Decision.Accepted) engine.decide(run, command, store, now);
      SampleCommits.commit(store, new Change(accepted, now, engine.nextDue(accepted.run())));
      assertThat(store.run(OPEN)).contains(accepted.run());
      assertThat(store.queries().firstBrokenEntry(OPEN)).isEmpty();
      assertThat(store.queuedAttempts(QueuePosition.FIRST, 10)).isEmpty();
    }
  }

  @Test
  void aScriptThatFailsChangesNothing() throws SQLException {
    writeSchema1();
    var broken =
        new Migrations(
            versions(), 2, _ -> "CREATE TABLE half (id TEXT); INSERT INTO nowhere VALUES (1)");
    assertThatThrownBy(() -> open(broken)).isInstanceOf(StoreUnavailable.class);
    try (SqlStore store = open(bundled());
        Connection raw = connect()) {
      assertThat(store.run(OPEN)).isPresent();
      assertThatThrownBy(() -> new TableReader(raw).query("SELECT * FROM half"))
          .hasRootCauseInstanceOf(SQLException.class);
    }
  }

  @Test
  void ofSeveralThatStartAtOnceOneUpgrades() throws Exception {
    writeSchema1();
    try (var threads = Executors.newFixedThreadPool(4)) {
      Callable<SqlStore> start = () -> open(toSchema2());
      for (Future<SqlStore> opened : threads.invokeAll(List.of(start, start, start, start))) {
        try (SqlStore store = opened.get()) {
          assertThat(store.run(OPEN)).isPresent();
        }
      }
    }
  }

  @Test
  void aNewerSchemaIsRejected() throws SQLException {
    openWithOwner().close();
    try (Connection raw = connect()) {
      new TableReader(raw).execute(statementOfNewerSchema());
    }
    assertThatThrownBy(() -> open(bundled()))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("a newer Pawl wrote it (schema 99; this Pawl reads schemas up to 1)")
        .hasMessageEndingWith("Use the newer Pawl.");
  }

  @Test
  void aStoreOfAnEarlierCommitIsRejected() throws SQLException {
    try (Connection raw = connect()) {
      for (String statement : statementsOfEarlierCommit()) {
        new TableReader(raw).execute(statement);
      }
    }
    assertThatThrownBy(() -> open(bundled()))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("a development version of Pawl from before the first release")
        .hasMessageEndingWith("Move it away, then start again with an empty store.");
  }

  @Test
  void aCurrentStoreCostsOneLookAtItsVersion() {
    openWithOwner().close();
    var counter = new StatementCounter(_ -> {});
    counter.count();
    open(bundled(), counter).close();
    assertThat(counter.statements()).isEqualTo(statementsOfCurrentOpen());
  }

  /// How many statements it takes to open and close a current store.
  abstract int statementsOfCurrentOpen();
}

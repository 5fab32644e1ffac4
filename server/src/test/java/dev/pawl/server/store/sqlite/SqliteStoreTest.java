package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreContract;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.journal.JournalRows;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.TableReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SQLite keeps the contract, its rows match the runs, and processes share a file.
class SqliteStoreTest extends StoreContract {

  @TempDir private Path directory;

  private Connection connection;
  private TableReader rows;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Override
  public Store open() {
    return TestSqliteStores.open(file());
  }

  @BeforeEach
  void openConnection() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + file());
    rows = new TableReader(connection);
  }

  @AfterEach
  void closeConnection() throws SQLException {
    connection.close();
  }

  @Override
  public Aggregate replayed(Aggregate beginning) {
    try (Database database = SqliteDatabase.open(file())) {
      return database.read(sql -> new JournalRows(sql).replay(beginning));
    }
  }

  /// The doctor checks as if it were the beginning of time, when nothing is overdue.
  @Override
  public void lookAtAll() {
    var doctor = new Doctor((SqlStore) store(), new Engine(Deadlines.DEFAULT));
    assertThat(doctor.check(true, SampleCommits.BEGINNING).findings()).isEmpty();
  }

  @Override
  public void look(Run run) {
    rows.assertMatches(run);
    String where = " FROM transition WHERE aggregate = 'run' AND aggregate_id = '%s'";
    assertThat(rows.query(("SELECT count(*) = max(seq)" + where).formatted(run.id())))
        .containsExactly("1");
    try (Database database = SqliteDatabase.open(file())) {
      for (String aggregate : rows.query("SELECT DISTINCT aggregate, aggregate_id FROM journal")) {
        String[] parts = aggregate.split("\\|", 2);
        var of = new AggregateKey(Machine.ofWireName(Aggregate.Kind.class, parts[0]), parts[1]);
        Optional<Long> broken = database.read(sql -> new JournalRows(sql).firstBroken(of));
        assertThat(broken).isEmpty();
      }
    }
  }

  @Test
  void aProcessSeesItsOwnWorkOnly() {
    var own = new DrivenRun(store(), "r1").planned(SamplePlans.sideBySide(2)).leased();
    try (Store other = TestSqliteStores.open(file(), "owner-2");
        Store same = TestSqliteStores.open(file(), DrivenRun.OWNER)) {
      assertThat(same.queuedAttempts(QueuePosition.FIRST, 10)).hasSize(1);
      assertThat(same.pendingEffects(0, 10)).hasSize(2);
      assertThat(same.dueRuns(own.now().plusSeconds(600), DueRun.FIRST, 10)).hasSize(1);
      assertThat(other.queuedAttempts(QueuePosition.FIRST, 10)).isEmpty();
      assertThat(other.pendingEffects(0, 10)).isEmpty();
      assertThat(other.dueRuns(own.now().plusSeconds(600), DueRun.FIRST, 10)).isEmpty();
    }
  }

  @Test
  void twoWritersOfOneFileLoseNothing() throws Exception {
    List<Callable<List<DrivenRun>>> writers = List.of(() -> writes("a"), () -> writes("b"));
    try (var threads = Executors.newFixedThreadPool(2);
        var store = TestSqliteStores.open(file())) {
      for (var written : threads.invokeAll(writers)) {
        for (DrivenRun run : written.get()) {
          assertThat(store.run(run.id())).contains(run.run());
          assertThat(store.queries().firstBrokenEntry(run.id())).isEmpty();
          rows.assertMatches(run.run());
        }
      }
      assertThat(store.queries().latest(100)).hasSize(40);
    }
  }

  private List<DrivenRun> writes(String name) {
    try (var store = TestSqliteStores.open(file())) {
      List<DrivenRun> runs = new ArrayList<>();
      for (int index = 0; index < 20; index++) {
        runs.add(
            new DrivenRun(store, "%s-%06d".formatted(name, index))
                .planned(SamplePlans.buildThenTest()));
      }
      return runs;
    }
  }
}

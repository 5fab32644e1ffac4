package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Run;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Due;
import dev.pawl.server.runtime.Store;
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

/// SQLite keeps the contract, its rows say what the runs say, and processes share a file.
class SqliteStoreTest extends StoreContract {

  @TempDir private Path directory;

  private Connection connection;
  private Rows rows;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Override
  Store open() {
    return Stores.open(file());
  }

  @BeforeEach
  void aConnection() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + file());
    rows = new Rows(connection);
  }

  @AfterEach
  void noConnection() throws SQLException {
    connection.close();
  }

  @Override
  public Aggregate replayed(Aggregate beginning) {
    try (Database database = SqliteDatabase.open(file())) {
      return database.read(sql -> new JournalRows(sql).replayed(beginning));
    }
  }

  /// To the doctor nothing is late yet at the beginning of time.
  @Override
  public void lookAtAll() {
    var doctor = new Doctor((SqlStore) store(), new Engine(Deadlines.DEFAULT));
    assertThat(doctor.check(true, Commits.BEGINNING).findings()).isEmpty();
  }

  @Override
  public void look(Run run) {
    rows.agreeWith(run);
    String where = " FROM transition WHERE aggregate = 'run' AND aggregate_id = '%s'";
    assertThat(rows.of(("SELECT count(*) = max(seq)" + where).formatted(run.id())))
        .containsExactly("1");
    try (Database database = SqliteDatabase.open(file())) {
      for (String aggregate : rows.of("SELECT DISTINCT aggregate, aggregate_id FROM journal")) {
        String[] parts = aggregate.split("\\|", 2);
        var of = new JournalEntry.Of(parts[0], parts[1]);
        Optional<Long> broken = database.read(sql -> new JournalRows(sql).firstBroken(of));
        assertThat(broken).isEmpty();
      }
    }
  }

  @Test
  void aProcessIsAskedForItsOwnRunsOnly() {
    var own = new DrivenRun(store(), "r1").planned(Plans.sideBySide(2)).leased();
    try (Store other = Stores.open(file(), "owner-2");
        Store same = Stores.open(file(), DrivenRun.OWNER)) {
      assertThat(same.ready(Age.FIRST, 10)).hasSize(1);
      assertThat(same.effects(0, 10)).hasSize(2);
      assertThat(same.due(own.now().plusSeconds(600), Due.FIRST, 10)).hasSize(1);
      assertThat(other.ready(Age.FIRST, 10)).isEmpty();
      assertThat(other.effects(0, 10)).isEmpty();
      assertThat(other.due(own.now().plusSeconds(600), Due.FIRST, 10)).isEmpty();
    }
  }

  @Test
  void twoWritersOfOneFileLoseNothing() throws Exception {
    List<Callable<List<DrivenRun>>> writers = List.of(() -> writes("a"), () -> writes("b"));
    try (var threads = Executors.newFixedThreadPool(2);
        var store = Stores.open(file())) {
      for (var written : threads.invokeAll(writers)) {
        for (DrivenRun run : written.get()) {
          assertThat(store.run(run.id())).contains(run.run());
          assertThat(store.reads().firstBrokenEntry(run.id())).isEmpty();
          rows.agreeWith(run.run());
        }
      }
      assertThat(store.reads().latest(100)).hasSize(40);
    }
  }

  private List<DrivenRun> writes(String name) {
    try (var store = Stores.open(file())) {
      List<DrivenRun> runs = new ArrayList<>();
      for (int index = 0; index < 20; index++) {
        runs.add(
            new DrivenRun(store, "%s-%06d".formatted(name, index)).planned(Plans.buildThenTest()));
      }
      return runs;
    }
  }
}

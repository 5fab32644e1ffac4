package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.ChildJvm;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sql.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damaged, foreign and missing files are reported with a clear message.
class SqliteFileTest {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  private Connection connection() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  private SqliteStore open() {
    SqliteStore store = TestSqliteStores.open(file());
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
    return store;
  }

  @Test
  void aChangedEntryIsFound() throws SQLException {
    try (var store = open();
        var raw = connection()) {
      var run = new DrivenRun(store, "r1").planned(SamplePlans.buildThenTest()).running().failed();
      assertThat(store.queries().firstBrokenEntry(run.id())).isEmpty();
      var rows = new TableReader(raw);
      rows.execute("DROP TRIGGER journal_is_never_rewritten");
      rows.execute(
          """
          UPDATE journal SET transitions = replace(transitions, 'a1', 'a2')
          WHERE aggregate = 'run' AND seq = 4
          """);
      assertThat(store.queries().firstBrokenEntry(run.id())).contains(4L);
    }
  }

  @Test
  void aMissingEntryIsFound() throws SQLException {
    try (var store = open();
        var raw = connection()) {
      var run = new DrivenRun(store, "r1").planned(SamplePlans.buildThenTest()).running().failed();
      var rows = new TableReader(raw);
      String last = rows.query("SELECT max(seq) FROM journal WHERE aggregate = 'run'").getFirst();
      rows.execute("DROP TRIGGER journal_is_never_shortened");
      rows.execute("DELETE FROM journal WHERE aggregate = 'run' AND seq = " + last);
      assertThat(store.queries().firstBrokenEntry(run.id())).contains(Long.valueOf(last));
      rows.execute("DELETE FROM journal WHERE aggregate = 'run' AND seq = 2");
      assertThat(store.queries().firstBrokenEntry(run.id())).contains(4L);
    }
  }

  @Test
  void aStoreOfANewerPawlIsRejected() throws SQLException {
    open().close();
    try (var raw = connection()) {
      new TableReader(raw).execute("PRAGMA user_version = 99");
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("newer Pawl")
        .hasMessageContaining("99")
        .hasMessageContaining(file().toString());
  }

  @Test
  void aFileThatIsNoDatabaseIsRejected() throws IOException {
    Path file = directory.resolve("letter.txt");
    Files.writeString(file, "Dear database, you are none.\n".repeat(100));
    assertThatThrownBy(() -> TestSqliteStores.open(file))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("not a store of Pawl")
        .hasMessageContaining(file.toString());
  }

  /// SQLite itself does not wait where several processes turn on the write-ahead log of a new file.
  @Test
  void processesThatCreateAStoreAtOnceWaitForEachOther() throws Exception {
    long start = System.currentTimeMillis() + 2_000;
    List<ChildJvm> processes = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        processes.add(ChildJvm.start(64, OpenLoopProcess.class, directory, start));
      }
      for (ChildJvm process : processes) {
        assertThat(process.exit()).isZero();
      }
    } finally {
      processes.forEach(ChildJvm::close);
    }
  }

  @Test
  void aDatabaseOfAnotherProgramIsRejected() throws SQLException {
    try (var raw = connection()) {
      new TableReader(raw).execute("CREATE TABLE customers (name)");
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("not a store of Pawl")
        .hasMessageContaining(file().toString());
  }

  @Test
  void anUnwritableDirectoryIsReported() throws IOException {
    Path notADirectory = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() -> TestSqliteStores.open(notADirectory.resolve("pawl.db")))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining(notADirectory.toString());
    assertThatThrownBy(() -> TestSqliteStores.open(directory.resolve("nowhere/pawl.db")))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void readingDoesNotCreateAStore() {
    Path nowhere = directory.resolve("other.db");
    assertThat(SqliteStore.openExisting(nowhere, InstantSource.system())).isEmpty();
    assertThat(nowhere).doesNotExist();
  }

  @Test
  void timeNeverGoesBack() {
    var times = List.of(Instant.ofEpochSecond(7), Instant.ofEpochSecond(5)).iterator();
    try (var store = SqliteStore.open(file(), times::next, "")) {
      assertThat(store.now()).isEqualTo(Instant.ofEpochSecond(7));
      assertThat(store.now()).isEqualTo(Instant.ofEpochSecond(7));
    }
  }
}

package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Store;
import dev.pawl.server.runtime.StoreFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SQLite keeps the contract, and says in words what is wrong with a file.
class SqliteStoreTest extends StoreContract {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Override
  Store open() {
    return Stores.open(file());
  }

  @Override
  Connection connection() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  @Test
  void anEntryThatWasTamperedWithIsFoundAndLocated() throws SQLException {
    try (var store = Stores.open(file());
        var raw = connection()) {
      var run = new DrivenRun(store, "r1").planned(Plans.buildThenTest()).running().failed();
      assertThat(store.reads().firstBrokenEntry(run.id())).isEmpty();
      var rows = new Rows(raw);
      rows.change("DROP TRIGGER journal_is_never_rewritten");
      rows.change(
          "UPDATE journal SET transitions = replace(transitions, 'a1', 'a2') WHERE seq = 4");
      assertThat(store.reads().firstBrokenEntry(run.id())).contains(4L);
    }
  }

  @Test
  void anEntryThatIsMissingIsFoundAndLocated() throws SQLException {
    try (var store = Stores.open(file());
        var raw = connection()) {
      var run = new DrivenRun(store, "r1").planned(Plans.buildThenTest()).running();
      var rows = new Rows(raw);
      String last = rows.of("SELECT max(seq) FROM journal").getFirst();
      rows.change("DROP TRIGGER journal_is_never_shortened");
      rows.change("DELETE FROM journal WHERE seq = " + last);
      assertThat(store.reads().firstBrokenEntry(run.id())).contains(Long.valueOf(last));
      rows.change("DELETE FROM journal WHERE seq = 2");
      assertThat(store.reads().firstBrokenEntry(run.id())).contains(4L);
    }
  }

  @Test
  void aStoreOfANewerPawlIsRefused() throws SQLException {
    try (var raw = connection()) {
      new Rows(raw).change("PRAGMA user_version = 99");
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("newer Pawl")
        .hasMessageContaining("99")
        .hasMessageContaining(file().toString());
  }

  @Test
  void aFileThatIsNoDatabaseIsRefused() throws IOException {
    Path file = directory.resolve("letter.txt");
    Files.writeString(file, "Dear database, you are none.\n".repeat(100));
    assertThatThrownBy(() -> Stores.open(file))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("not a store of Pawl")
        .hasMessageContaining(file.toString());
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamed() throws IOException {
    Path notADirectory = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() -> Stores.open(notADirectory.resolve("pawl.db")))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining(notADirectory.toString());
    assertThatThrownBy(() -> Stores.open(directory.resolve("nowhere/pawl.db")))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("nowhere");
  }

  @Test
  void aStoreThatIsNotThereIsNotMade() {
    Path nowhere = directory.resolve("other.db");
    assertThat(SqliteStore.openExisting(nowhere, () -> "c")).isEmpty();
    assertThat(nowhere).doesNotExist();
  }

  @Test
  void twoWritersOfOneFileLoseNothing() throws Exception {
    List<Callable<List<DrivenRun>>> writers = List.of(() -> writes("a"), () -> writes("b"));
    try (var threads = Executors.newFixedThreadPool(2);
        var store = Stores.open(file());
        var raw = connection()) {
      for (var written : threads.invokeAll(writers)) {
        for (DrivenRun run : written.get()) {
          assertThat(store.run(run.id())).contains(run.run());
          assertThat(store.reads().firstBrokenEntry(run.id())).isEmpty();
          new Rows(raw).agreeWith(run.run());
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
            new DrivenRun(store, "%s-%06d".formatted(name, index))
                .planned(Plans.buildThenTest())
                .leased());
      }
      return runs;
    }
  }
}

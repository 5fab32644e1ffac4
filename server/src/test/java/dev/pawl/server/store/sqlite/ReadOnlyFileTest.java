package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.ServiceFixture;
import dev.pawl.server.orchestrator.OrchestratorService.State;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.migration.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store file becomes read-only: the service reports it, accepts nothing, and continues without a
/// restart when the file is writable again.
class ReadOnlyFileTest {

  @TempDir private Path directory;

  /// On a real read-only file system. The kernel does not allow a remount while a store is open.
  @Test
  void aReadOnlyFileSystemIsReportedUntilItIsWritable() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()), "no mounts");
    try {
      Path file = disk.resolve("pawl.db");
      TestSqliteStores.open(file).close();
      assertThat(run("mount", "-o", "remount,ro", disk.toString())).isTrue();
      assertThatThrownBy(() -> TestSqliteStores.open(file))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("it is read-only");
      assertThat(run("mount", "-o", "remount,rw", disk.toString())).isTrue();
      try (var store = TestSqliteStores.open(file);
          var asking = new ServiceFixture(store)) {
        assertThat(asking.wrong()).isEmpty();
      }
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  @Test
  void aStoreOnAReadOnlyMountCanBeRead() throws Exception {
    Path project = Files.createDirectory(directory.resolve("pro ject%20?"));
    try (SqliteStore store = TestSqliteStores.open(project.resolve("pawl.db"))) {
      assertThat(store.nextRunNumber(DrivenRun.NO_REPOSITORY)).isEqualTo(1);
    }
    assertThat(numberOn(readOnlyMount(project))).isEqualTo(1);
  }

  /// After a crash the last commits are in the log only.
  @Test
  void aCrashedStoreOnAReadOnlyMountIsReadWithItsLog() throws Exception {
    Path file = Files.createDirectory(directory.resolve("project")).resolve("pawl.db");
    Path crashed = Files.createDirectory(directory.resolve("crashed"));
    try (SqliteStore store = TestSqliteStores.open(file)) {
      assertThat(store.nextRunNumber(DrivenRun.NO_REPOSITORY)).isEqualTo(1);
      for (String suffix : List.of("", "-wal")) {
        Files.copy(Path.of(file + suffix), crashed.resolve(file.getFileName() + suffix));
      }
    }
    assertThat(Files.size(crashed.resolve("pawl.db-wal"))).isPositive();
    assertThat(numberOn(readOnlyMount(crashed))).isEqualTo(1);
  }

  @Test
  void readingChangesNoFile() throws Exception {
    Path file = Files.createDirectory(directory.resolve("project")).resolve("pawl.db");
    TestSqliteStores.open(file).close();
    byte[] before = Files.readAllBytes(file);
    try (var store = SqliteStore.openReadOnly(file, InstantSource.system()).orElseThrow()) {
      assertThat(store.queries().latest(10)).isEmpty();
      assertThatThrownBy(() -> store.nextRunNumber(DrivenRun.NO_REPOSITORY))
          .isInstanceOf(StoreUnavailable.class)
          .hasMessageContaining("it is read-only");
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  private long numberOn(Path disk) throws Exception {
    try (var store =
        SqliteStore.openReadOnly(disk.resolve("pawl.db"), InstantSource.system()).orElseThrow()) {
      return store
          .database()
          .read(sql ->
              sql.statement("SELECT last FROM run_number")
                  .first(row -> row.getLong(1))
                  .orElseThrow());
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  private Path readOnlyMount(Path of) throws Exception {
    Path disk = Files.createDirectory(directory.resolve("mount"));
    assumeTrue(run("mount", "--bind", of.toString(), disk.toString()), "no mounts");
    assertThat(run("mount", "-o", "remount,bind,ro", disk.toString())).isTrue();
    return disk;
  }

  /// SQLite itself rejects writes, as for a read-only file.
  @Test
  void aReadOnlyStoreIsReportedUntilItIsWritable() throws SQLException {
    Path file = directory.resolve("pawl.db");
    TestSqliteStores.open(file).close();
    List<Connection> connections = new CopyOnWriteArrayList<>();
    Database database =
        SqliteDatabase.open(
            file,
            connection -> {
              connections.add(connection);
              return connection;
            },
            Migrations.SQLITE);
    try (var store = new SqliteStore(database, InstantSource.system(), "");
        var asking = new ServiceFixture(store)) {
      assertThat(asking.wrong()).isEmpty();
      set(connections, "PRAGMA query_only = ON");
      assertThat(asking.wrong()).isEqualTo("cannot write to the store: it is read-only");
      ConditionAwaiter.is("unavailable", () -> isUnavailable(asking));
      int before = asking.promised().size();
      set(connections, "PRAGMA query_only = OFF");
      ConditionAwaiter.is("served again", () -> asking.wrong().isEmpty());
      assertThat(before).isEqualTo(1);
      ConditionAwaiter.is("serving", () -> asking.service().state() instanceof State.Serving);
      assertThat(asking.promised()).hasSize(2).allMatch(one -> store.run(one).isPresent());
    }
  }

  private static void set(List<Connection> connections, String pragma) throws SQLException {
    for (Connection connection : connections) {
      try (var statement = connection.createStatement()) {
        statement.execute(pragma);
      }
    }
  }

  private static boolean isUnavailable(ServiceFixture asking) {
    return asking.wrong().contains("it is read-only")
        && asking.service().state() instanceof State.Unavailable(var why, _)
        && why.contains("it is read-only");
  }

  private static boolean run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}

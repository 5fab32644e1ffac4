package dev.pawl.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.server.ConditionAwaiter;
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

package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.ServiceFixture;
import dev.pawl.server.orchestrator.OrchestratorService.State;
import dev.pawl.server.store.postgres.PostgresServer;
import dev.pawl.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A PostgreSQL that answers and cannot be written to: the service says why, promises nothing that
/// is not durable, and goes on by itself once it can.
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // before all tests
class UnwritableDatabaseTest {

  @TempDir private static Path directory;
  private static PostgresServer server;

  @BeforeAll
  static void aServer() throws IOException {
    server = PostgresServer.in(directory.resolve("data"));
  }

  @AfterAll
  static void noServer() {
    server.close();
  }

  @Test
  void aReadOnlyDatabaseIsReportedUntilItIsWritable() throws Exception {
    try (var store = TestPostgres.open(server.url());
        var asking = new ServiceFixture(store)) {
      assertThat(asking.wrong()).isEmpty();
      server.change("ALTER SYSTEM SET default_transaction_read_only = on");
      server.change("SELECT pg_reload_conf()");
      ConditionAwaiter.is("unavailable", () -> isUnavailable(asking, "it is read-only"));
      int before = asking.promised().size();
      // Also once no connection is left that was made before.
      String again = "not available: cannot read the database: it is read-only; try again in";
      ConditionAwaiter.is("said of a new connection", () -> asking.wrong().startsWith(again));
      assertThat(asking.promised()).hasSize(before);
      server.change("ALTER SYSTEM RESET default_transaction_read_only");
      server.change("SELECT pg_reload_conf()");
      ConditionAwaiter.is("served again", () -> asking.wrong().isEmpty());
      ConditionAwaiter.is("serving", () -> asking.service().state() instanceof State.Serving);
      assertThat(asking.promised()).hasSize(before + 1).allMatch(run -> store.run(run).isPresent());
    }
  }

  /// Its tables are on a file system of their own, which is really full.
  @Test
  void aFullDatabaseDiskIsReportedUntilThereIsRoom() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()), "no mounts");
    try {
      Path tables = Files.createDirectory(disk.resolve("tables"));
      server.change("CREATE TABLESPACE small LOCATION '%s'".formatted(tables));
      server.change("CREATE SCHEMA small");
      String url = server.url() + "&currentSchema=small&options=-c%20default_tablespace=small";
      try (var store = TestPostgres.open(url);
          var asking = new ServiceFixture(store)) {
        assertThat(asking.wrong()).isEmpty();
        Path ballast = disk.resolve("ballast");
        run("dd", "if=/dev/zero", "of=" + ballast, "bs=4k");
        ConditionAwaiter.is("full", () -> asking.wrong().contains("its disk is full"));
        ConditionAwaiter.is(
            "unavailable", () -> asking.service().state() instanceof State.Unavailable);
        Files.delete(ballast);
        ConditionAwaiter.is("served again", () -> asking.wrong().isEmpty());
        ConditionAwaiter.is("serving", () -> asking.service().state() instanceof State.Serving);
        assertThat(asking.promised()).isNotEmpty().allMatch(one -> store.run(one).isPresent());
      }
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  private static boolean isUnavailable(ServiceFixture asking, String why) {
    asking.wrong();
    return asking.service().state() instanceof State.Unavailable(var reason, _)
        && reason.contains(why);
  }

  private static boolean run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}

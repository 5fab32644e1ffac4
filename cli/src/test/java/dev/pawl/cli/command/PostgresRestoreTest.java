package dev.pawl.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.cli.option.StoreOption;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.ServiceFixture;
import dev.pawl.server.store.postgres.PostgresServer;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Backs up a PostgreSQL database in use, loses it, and restores it by the commands that `pawl
/// backup` prints.
class PostgresRestoreTest {

  @TempDir private Path directory;

  @Test
  void aRestoredDatabaseIsHealthy() throws Exception {
    Optional<PostgresServer> installed = PostgresServer.installed(directory.resolve("data"));
    assumeTrue(installed.isPresent(), "no PostgreSQL with pg_dump is installed here");
    try (PostgresServer server = installed.get()) {
      server.change("CREATE DATABASE pawl");
      String address = "postgresql://postgres@%s/pawl".formatted(server.host());
      CommandResult said = InProcessCommand.pawl("backup", "--store", address).exits(2);
      List<String> commands =
          said.out().lines().filter(line -> line.startsWith("  ")).map(String::strip).toList();
      assertThat(commands).hasSize(3);

      List<RunId> promised = dumped(address, server, commands.getFirst());
      server.change("DROP DATABASE pawl WITH (FORCE)");
      server.change("CREATE DATABASE pawl");
      shell(server, commands.get(1));

      assertThat(commands.get(2)).startsWith("pawl doctor --all");
      InProcessCommand.pawl(commands.get(2).substring("pawl ".length()).split(" "))
          .exits(0)
          .says("healthy");
      try (PostgresStore store = open(address)) {
        assertThat(promised).isNotEmpty().allMatch(run -> store.run(run).isPresent());
        DrivenRun.found(store, "r1").succeeded();
        assertThat(store.run(new RunId("r1")).orElseThrow().state()).isEqualTo(RunState.SUCCESS);
      }
    }
  }

  private static PostgresStore open(String address) {
    return TestPostgres.open(StoreOption.jdbc(address));
  }

  /// Dumps the database while runs are created; returns the runs that were acknowledged before.
  private List<RunId> dumped(String address, PostgresServer server, String command)
      throws Exception {
    var isEnough = new AtomicBoolean();
    try (PostgresStore store = open(address);
        var asking = new ServiceFixture(store)) {
      SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
      var run = new DrivenRun(store, "r1");
      run.after(Duration.between(run.now(), store.now()))
          .planned(SamplePlans.sideBySide(1))
          .running();
      var people =
          Thread.ofVirtual()
              .start(() -> {
                while (!isEnough.get()) {
                  asking.wrong();
                }
              });
      try {
        ConditionAwaiter.is("busy", () -> asking.promised().size() > 10);
        List<RunId> before = asking.promised();
        shell(server, command);
        assertThat(asking.promised()).hasSizeGreaterThan(before.size());
        return before;
      } finally {
        isEnough.set(true);
        people.join();
      }
    }
  }

  private void shell(PostgresServer server, String command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder("sh", "-c", command).directory(directory.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("PATH", server.tools() + ":" + environment.get("PATH"));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}

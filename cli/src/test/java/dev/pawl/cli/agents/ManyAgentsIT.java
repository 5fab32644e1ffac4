package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Many agents at one server, each with a job: they connect, disconnect and reconnect all at once
/// without losing a job.
class ManyAgentsIT extends ServerFixture {

  private static final int MANY = Integer.getInteger("pawl.agents.crowd", 100);
  private static final int JOBS_A_RUN = 100;

  @Test
  void manyAgentsReconnectWithoutLosingJobs() {
    ServerProcess server =
        closeAtEnd(
            ServerProcess.with(
                directory,
                "-Xmx256m",
                "--heartbeat",
                "2",
                "--lease-ttl",
                "120",
                "--lease-margin",
                "5"));
    InProcessAgents agents = closeAtEnd(new InProcessAgents(tokens(server), server.port()));
    awaitAll("are registered", agents::registered);

    List<String> runs =
        IntStream.range(0, MANY / JOBS_A_RUN).mapToObj(_ -> startRun(server, workflow())).toList();
    awaitAll("have a job", agents::busy);
    awaitRenewals(agents);

    agents.disconnect();
    awaitAll("are registered again", agents::registered);
    server.kill();
    server.start();
    agents.at(server.port());
    awaitAll("are registered at the restarted server", agents::registered);
    awaitRenewals(agents);

    agent(server, "a");
    assertThat(
            runToEnd(
                server, "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'true' } ] } }\n"))
        .isEqualTo("success");

    agents.finish();
    assertThat(runs).allMatch(run -> awaitEnd(server, run).equals("success"));
    assertThat(agents.cancelled()).isZero();
  }

  private static List<BearerToken> tokens(ServerProcess server) {
    List<BearerToken> tokens = new ArrayList<>();
    try (SqlStore store = SqliteStore.open(server.database(), InstantSource.system(), "")) {
      var made = new TokenRegistry(store.tokens(), store::now);
      for (int index = 0; index < MANY; index++) {
        tokens.add(made.issue("one-" + index, List.of("crowd"), "test"));
      }
    }
    return tokens;
  }

  private static String workflow() {
    String cells =
        IntStream.range(0, JOBS_A_RUN).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    return """
    on: push
    jobs:
      a:
        strategy: { matrix: { n: [%s] } }
        runs-on: crowd
        steps: [ { run: 'true' } ]
    """
        .formatted(cells);
  }

  private static void awaitAll(String what, LongSupplier count) {
    Await.until(() -> count.getAsLong() + " " + what, () -> count.getAsLong() == MANY);
  }

  /// Waits until every lease has been renewed once more.
  private static void awaitRenewals(InProcessAgents agents) {
    int before = agents.mostRenewals();
    Await.until(
        () -> "not renewed once more than %d: %s".formatted(before, agents.behind(before)),
        () -> agents.behind(before).isEmpty());
  }
}

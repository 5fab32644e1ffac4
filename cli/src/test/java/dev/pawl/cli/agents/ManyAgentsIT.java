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
        ended(
            ServerProcess.with(
                directory,
                "-Xmx256m",
                "--heartbeat",
                "2",
                "--lease-ttl",
                "120",
                "--lease-margin",
                "5"));
    InProcessAgents crowd = ended(new InProcessAgents(tokens(server), server.port()));
    all("are welcome", crowd::welcome);

    List<String> runs =
        IntStream.range(0, MANY / JOBS_A_RUN).mapToObj(_ -> ask(server, workflow())).toList();
    all("have a job", crowd::busy);
    renewed(crowd);

    crowd.cutOff();
    all("are welcome again", crowd::welcome);
    server.kill();
    server.start();
    crowd.at(server.port());
    all("are welcome at the next server", crowd::welcome);
    renewed(crowd);

    agent(server, "a");
    assertThat(
            run(server, "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'true' } ] } }\n"))
        .isEqualTo("success");

    crowd.finish();
    assertThat(runs).allMatch(run -> end(server, run).equals("success"));
    assertThat(crowd.robbed()).isZero();
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

  private static void all(String what, LongSupplier count) {
    Await.until(() -> count.getAsLong() + " " + what, () -> count.getAsLong() == MANY);
  }

  /// Waits until every lease has been renewed once more.
  private static void renewed(InProcessAgents crowd) {
    int before = crowd.mostBeats();
    Await.until("all leases are renewed", () -> crowd.fewestBeats() > before);
  }
}

package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.server.store.postgres.PostgresServer;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Two servers on one PostgreSQL, and agents: what the servers know of an agent is in the database.
class SharedDatabaseIT extends ServerFixture {

  private String workflow() {
    return """
    on: push
    jobs:
      a:
        runs-on: linux
        retry: { max: 1, on: [lost], backoff: 100ms }
        steps:
          - run: |
              touch %1$s/begun-$PAWL_ATTEMPT
              until [ -e %1$s/go ]; do sleep 0.05; done
    """
        .formatted(directory);
  }

  private void awaitBegun(int attempt) {
    Await.until("it has begun", () -> Files.exists(directory.resolve("begun-" + attempt)));
  }

  @Test
  void agentsReportWhatTheyFencedAndOneMachineUsesAToken() throws Exception {
    PostgresServer database = closeAtEnd(PostgresServer.in(directory.resolve("database")));
    ServerProcess server =
        startServer("--store", database.url(), "--heartbeat", "1", "--lease-ttl", "3");
    AgentProcess agent = agent(server, "a");

    // An agent fences its job during an outage. The server does not have to wait for the lease.
    String run = startRun(server, workflow());
    awaitBegun(1);
    database.stop();
    agent.awaitOutput("no server has answered for as long as its lease lasts");
    database.start();
    awaitBegun(2);
    assertThat(database.ask("SELECT message FROM attempt WHERE attempt = 1"))
        .isEqualTo("its agent stopped it: no server answered within its lease");
    assertThat(database.ask("SELECT count(*) FROM transition WHERE event = 'EXPIRE'"))
        .isEqualTo("0");

    // The same token elsewhere, at another server: rejected while the first agent lives.
    ServerProcess other = closeAtEnd(server.beside());
    AgentProcess second =
        closeAtEnd(
            new AgentProcess(
                "b", agent.token(), directory.resolve("b"), other.port(), "--slots", "1"));
    second.awaitOutput("this agent's token is in use by host '");
    Files.createFile(directory.resolve("go"));
    assertThat(awaitEnd(server, run)).isEqualTo("success");
    assertThat(agent.console()).doesNotContain("connected again", "in use by");
    agent.signal("TERM").end().exits(0);
    second.awaitOutput("connected to");
    assertThat(second.console()).containsOnlyOnce("in use by host");
  }
}

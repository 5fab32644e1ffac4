package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.FaultProxy.Way;
import dev.pawl.cli.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// A silent connection is closed by both sides.
class SilentConnectionIT extends ServerFixture {

  private static final String JOB =
      "on: push\njobs: { a: { runs-on: linux, steps: [ { run: '%s' } ] } }\n";

  @Test
  void aPausedAgentReceivesNoJob() {
    ServerProcess server = startServer("--heartbeat", "1", "--lease-ttl", "60");
    AgentProcess still = agent(server, "still");
    still.signal("STOP");
    Await.until(server::console, () -> server.console().contains("agent disconnected"));

    agent(server, "awake");

    assertThat(runToEnd(server, JOB.formatted("true"))).isEqualTo("success");
    still.signal("CONT");
    Await.until(still::console, () -> still.console().split("connected to", -1).length > 2);
  }

  @Test
  void anAgentWithoutRepliesReconnectsInTime() throws IOException {
    ServerProcess server = startServer("--heartbeat", "1", "--lease-ttl", "60");
    AgentProcess agent = agent(server, "a");
    String go = directory.resolve("go").toString();
    String run =
        startRun(server, JOB.formatted("until [ -e %s ]; do sleep 0.05; done".formatted(go)));
    agent.awaitOutput("job started");

    agent.proxy().stall(Way.TO_AGENT);
    agent.awaitOutput("disconnected: ");
    agent.proxy().flow();
    Await.until(agent::console, () -> agent.console().split("connected to", -1).length > 2);
    Files.writeString(directory.resolve("go"), "");

    assertThat(awaitEnd(server, run)).isEqualTo("success");
    assertThat(agent.console()).doesNotContain("attempt=2");
  }
}

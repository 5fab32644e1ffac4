package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogFiles;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A log that is larger than the memory of server and agent.
class LargeLogIT extends ServerFixture {

  private static final long BYTES = Long.getLong("pawl.agents.megabytes", 16) * 1024 * 1024;
  private static final Duration BOUND = Await.BOUND.plusSeconds(BYTES / (1024 * 1024));
  private static final String LITTLE = "-Xmx64m";

  @Test
  void aLargeLogIsStoredWithLittleMemory() {
    ServerProcess server = closeAtEnd(ServerProcess.with(directory, LITTLE));
    closeAtEnd(
            AgentProcess.with(
                LITTLE, "a", server.agentToken("a"), directory.resolve("a"), server.port()))
        .awaitOutput("connected to");

    String run =
        startRun(
            server,
            """
            on: push
            jobs:
              a:
                runs-on: linux
                steps: [ { run: 'yes "a line of forty characters, or nearly so" | head -c %d' } ]
            """
                .formatted(BYTES));

    assertThat(awaitEnd(server, run, BOUND)).isEqualTo("success");
    assertThat(new LogFiles(server.logs()).newest(new RunId(run), 0, 1, 0).orElseThrow().size())
        .isEqualTo(BYTES);
  }
}

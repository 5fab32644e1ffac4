package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogCut;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogReader;
import java.nio.charset.StandardCharsets;
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

  @Test
  void aLineLargerThanTheLimitIsCutAndItsJobGoesOn() {
    ServerProcess server =
        closeAtEnd(ServerProcess.with(directory, LITTLE, "--log-limit-job", "1"));
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
                steps:
                  - { id: long, run: 'head -c 200000000 /dev/zero | tr "\\0" x; echo; echo "::set-output name=late::yes"' }
                  - { run: 'echo ${{ steps.long.outputs.late }}; test ${{ steps.long.outputs.late }} = yes' }
            """);

    assertThat(awaitEnd(server, run)).isEqualTo("success");
    LogReader first = log(server, run, 0);
    assertThat(first.cut()).map(LogCut::offset).contains(1L << 20);
    assertThat(new String(first.tail(1).bytes(), StandardCharsets.UTF_8))
        .matches(
            "pawl: log cut: the log of the job has reached its limit of 1 MiB\\."
                + " 198,951,\\d{3} bytes of this step's output were dropped\\.\n");
    assertThat(log(server, run, 1).bytes(0, 100)).asString().isEqualTo("yes\n");
  }

  private static LogReader log(ServerProcess server, String run, int step) {
    return new LogFiles(server.logs()).newest(new RunId(run), 0, 1, step).orElseThrow();
  }
}

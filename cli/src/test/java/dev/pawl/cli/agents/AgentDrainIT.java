package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// One, two and three SIGTERMs to an agent.
class AgentDrainIT extends ServerFixture {

  /// A second SIGTERM within a second of the first is ignored.
  private static final Duration REPEAT = Duration.ofMillis(1_100);

  private String job(String script, String grace) {
    return """
    on: push
    jobs:
      a:
        runs-on: linux
        grace-period: %s
        retry: { max: 1, on: [lost], backoff: 100ms }
        hooks: { cleanup: 'echo "$PAWL_ATTEMPT $PAWL_OUTCOME" >>%s/cleaned' }
        steps:
          - run: |
              %s
    """
        .formatted(grace, directory, script);
  }

  private static void passRepeatWindow() {
    long end = System.nanoTime() + REPEAT.toNanos();
    Await.until("the window has passed", () -> System.nanoTime() - end >= 0);
  }

  private void awaitFile(String name) {
    Await.until(name + " is there", () -> Files.exists(directory.resolve(name)));
  }

  @Test
  void oneSignalFinishesTheJobs() throws IOException {
    ServerProcess server = startServer();
    AgentProcess agent = agent(server, "a");
    String script =
        "touch %1$s/begun; until [ -e %1$s/go ]; do sleep 0.05; done".formatted(directory);
    String run = startRun(server, job(script, "1s"));
    awaitFile("begun");

    agent.signal("TERM").awaitOutput("draining");
    Files.writeString(directory.resolve("go"), "");
    agent.end().exits(0);

    assertThat(awaitEnd(server, run)).isEqualTo("success");
    assertThat(Files.readString(directory.resolve("cleaned"))).isEqualTo("1 success\n");
  }

  @Test
  void twoSignalsCancelAndTheJobIsRetried() throws IOException {
    ServerProcess server = startServer();
    AgentProcess agent = agent(server, "a");
    String script = "touch %s/begun; [ $PAWL_ATTEMPT = 2 ] || sleep 60".formatted(directory);
    String run = startRun(server, job(script, "1s"));
    awaitFile("begun");
    agent(server, "b");

    agent.signal("TERM").awaitOutput("draining");
    passRepeatWindow();
    agent.signal("TERM").end().exits(0);

    assertThat(awaitEnd(server, run)).isEqualTo("success");
    assertThat(Files.readAllLines(directory.resolve("cleaned")))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("1 ");
  }

  @Test
  void threeSignalsKill() {
    ServerProcess server = startServer();
    AgentProcess agent = agent(server, "a");
    String run =
        startRun(
            server,
            job("trap '' TERM; touch %s/begun; sleep 60; sleep 60".formatted(directory), "60s"));
    awaitFile("begun");

    agent.signal("TERM").awaitOutput("draining");
    passRepeatWindow();
    agent.signal("TERM").awaitOutput("cancelling its jobs");
    agent.signal("TERM").awaitOutput("killing its jobs");

    agent.end().exits(0);
    assertThat(RunProcesses.alive(java.util.List.of(run))).isEmpty();
  }
}

package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An agent whose process is stopped for longer than its lease. It cannot fence its job, so its
/// watchdog does.
class StoppedAgentIT extends ServerFixture {

  private static final String[] SHORT_LEASES = {
    "--heartbeat", "1", "--lease-ttl", "3", "--lease-margin", "4"
  };

  /// Each attempt notes its number in one file for as long as it runs.
  private String workflow() {
    return """
    on: push
    jobs:
      a:
        runs-on: linux
        retry: { max: 1, on: [lost], backoff: 100ms }
        hooks: { cleanup: 'echo "cleanup $PAWL_ATTEMPT $PAWL_OUTCOME" >>%1$s/cleaned' }
        steps:
          - run: |
              echo $WHO >%1$s/begun-$PAWL_ATTEMPT
              setsid sh -c 'while :; do echo $PAWL_ATTEMPT >>%1$s/ledger; sleep 0.02; done' &
              until [ -e %1$s/go ]; do echo $PAWL_ATTEMPT >>%1$s/ledger; sleep 0.02; done
          - if: always()
            run: echo "$PAWL_ATTEMPT" >>%1$s/after
    """
        .formatted(directory);
  }

  private List<String> lines(String file) {
    try {
      var path = directory.resolve(file);
      return Files.exists(path) ? Files.readAllLines(path) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String begun(int attempt) {
    Await.until(
        "attempt %d has begun".formatted(attempt), () -> !lines("begun-" + attempt).isEmpty());
    return lines("begun-" + attempt).getFirst();
  }

  @Test
  void noWriteOfTheFirstAttemptFollowsTheSecond() throws IOException {
    ServerProcess server = startServer(SHORT_LEASES);
    AgentProcess a = agent(server, "a");
    AgentProcess b = agent(server, "b");
    String run = startRun(server, workflow());
    AgentProcess first = begun(1).equals("a") ? a : b;

    first.signal("STOP");
    assertThat(begun(2)).isNotEqualTo(first.name());
    List<String> before = lines("ledger");
    Await.until("attempt 2 goes on", () -> lines("ledger").size() > before.size() + 20);
    first.signal("CONT");
    first.awaitOutput("job ended: killed");
    Files.createFile(directory.resolve("go"));

    assertThat(awaitEnd(server, run)).isEqualTo("success");
    List<String> ledger = lines("ledger");
    assertThat(ledger.subList(ledger.indexOf("2"), ledger.size())).containsOnly("2");
    assertThat(lines("after")).containsExactly("2");
    assertThat(lines("cleaned")).containsExactly("cleanup 1 lost", "cleanup 2 success");
  }
}

package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.InProcessCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the commands that operate a server.
class OperationsTest {

  @TempDir private static Path directory;
  private static InProcessServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new InProcessServer(directory.resolve("server"));
    server.startAgent("build-1");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void anAgentIsDrainedAndResumedByItsName() {
    assertThat(server.pawl("agents").exits(0).out())
        .startsWith("ID ")
        .containsPattern("build-1 +ready +now +0/1 +linux");

    server.pawl("agents", "drain", "build-1").exits(0).says("Agent 'build-1' gets no more jobs.");
    server.pawl("agents").exits(0).says("draining");
    server.pawl("agents", "resume", "build-1").exits(0).says("gets jobs again");

    server.pawl("agents", "--json").exits(0).says("\"standing\" : \"ready\"");
    server.pawl("agents", "drain", "build-2").exits(2).complains("agent 'build-2' not found");
  }

  @Test
  void theQueueSaysWhyAJobWaits() throws IOException {
    String run = server.submit("jobs: { draw: { runs-on: gpu, steps: [{ run: echo drawn }] } }\n");
    Await.until("queued", () -> server.pawl("queue").out().contains("draw"));

    assertThat(server.pawl("queue").exits(0).out())
        .startsWith("RUN ")
        .containsPattern("#%s .* draw +gpu .* no agent has".formatted(run));
    server.pawl("queue", "--json").exits(0).says("\"runsOn\" : [ \"gpu\" ]");
    server.pawl("cancel", run).exits(0);
  }

  @Test
  void aGroupShowsWhoHoldsItAndWhoWaits() throws IOException {
    Path end = directory.resolve("end");
    String workflow =
        """
        concurrency: deploy
        jobs: { a: { runs-on: linux, steps: [{ run: 'until [ -e %s ]; do sleep 0.1; done' }] } }
        """
            .formatted(end);
    String first = server.submit(workflow);
    Await.until("first", () -> server.pawl("groups").out().contains("holds a place"));
    String second = server.submit(workflow);
    Await.until("both", () -> server.pawl("groups").out().contains("waits"));

    assertThat(server.pawl("groups").exits(0).out())
        .containsPattern("#deploy +1 of 1 +#%s +holds a place".formatted(first))
        .containsPattern("#%s +waits".formatted(second));
    server.pawl("groups", "--json").exits(0).says("\"waiters\"");
    Files.createFile(end);
    server.pawl("watch", second, "--plain").exits(0);
  }

  @Test
  void theProfileOfAToolIsSetAndTakenAway() {
    server
        .pawl("tools", "set", "kubectl", "--failure-threshold", "3", "--max-retries", "2")
        .exits(0)
        .says("failure-threshold    3");
    server.pawl("tools", "get", "kubectl").exits(0).says("max-retries          2");
    server.pawl("tools", "get", "kubectl", "--json").exits(0).says("\"failureThreshold\" : 3");
    server.pawl("tools", "delete", "kubectl").exits(0).says("failure-threshold    5");
    server.pawl("tools", "set", "kubectl").exits(2).complains("nothing to set");
    server.pawl("tools", "set", "kubectl", "--failure-threshold", "0").exits(2);
  }

  @Test
  void theBreakerOfAnUnknownToolIsNotReset() {
    server.pawl("breakers", "reset", "terraform").exits(3).complains("no tool 'terraform'");
  }

  @Test
  void aProjectWithoutRunsHasNoGroupsAndNoBreakers() {
    String[] nowhere = {"-C", directory.toString()};
    InProcessCommand.pawl("groups", nowhere[0], nowhere[1]).exits(0).says("No group has a member.");
    InProcessCommand.pawl("breakers", nowhere[0], nowhere[1])
        .exits(0)
        .says("No step has used a tool yet.");
  }
}

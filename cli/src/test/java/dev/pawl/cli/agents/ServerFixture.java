package dev.pawl.cli.agents;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.DirectoryProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Base of tests with a server and agents of their own, which are stopped at the end.
public abstract class ServerFixture {

  private static final Set<String> OVER =
      Set.of("success", "failed", "cancelled", "timed_out", "skipped");

  @TempDir protected Path directory;

  private final Deque<AutoCloseable> started = new ConcurrentLinkedDeque<>();

  @BeforeEach
  protected void resolve() throws IOException {
    directory = directory.toRealPath();
    // Jobs that are another user's pass it.
    Files.setPosixFilePermissions(
        directory, java.nio.file.attribute.PosixFilePermissions.fromString("rwx--x--x"));
  }

  @AfterEach
  protected void cleanUp() throws Exception {
    for (AutoCloseable one : started) {
      one.close();
    }
    DirectoryProcesses.killIn(directory);
  }

  protected <T extends AutoCloseable> T closeAtEnd(T one) {
    started.addFirst(one);
    return one;
  }

  protected ServerProcess startServer(String... options) {
    return closeAtEnd(new ServerProcess(directory, options));
  }

  /// Starts an agent and waits until it is connected.
  protected AgentProcess agent(ServerProcess server, String name, String... options) {
    return closeAtEnd(
            new AgentProcess(
                name, server.agentToken(name), directory.resolve(name), server.port(), options))
        .awaitOutput("connected to");
  }

  protected RunApiClient api(ServerProcess server) {
    return closeAtEnd(new RunApiClient(server.port(), server.token()));
  }

  protected String startRun(ServerProcess server, String workflow) {
    return api(server).run(workflow).orElseThrow();
  }

  /// Waits for the end of a run; its final state.
  protected String awaitEnd(ServerProcess server, String run) {
    return awaitEnd(server, run, Await.BOUND);
  }

  protected String awaitEnd(ServerProcess server, String run, Duration bound) {
    RunApiClient api = api(server);
    Await.until(
        bound, () -> "not over: " + api.show(run), () -> OVER.contains(state(api.show(run))));
    return state(api.show(run));
  }

  protected String runToEnd(ServerProcess server, String workflow) {
    return awaitEnd(server, startRun(server, workflow));
  }

  protected static String state(JsonNode shown) {
    return shown.get("state").asString();
  }
}

package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server whose threads are killed by an error, one after another.
class ServerThreadDeathIT extends ServerFixture {

  private static final String JOB =
      "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'echo hello' } ] } }\n";

  private ErrorInjector errors;
  private ServerProcess server;

  @BeforeEach
  void startDebuggedServer() throws Exception {
    errors = closeAtEnd(new ErrorInjector());
    server = closeAtEnd(ServerProcess.with(directory, errors.jvmOption(), "--heartbeat", "1"));
  }

  @ParameterizedTest
  @CsvSource({
    "orchestrator, dev.pawl.server.orchestrator.Orchestrator, step",
    "agent-pings, dev.pawl.server.sockets.AgentConnections, disconnectRevoked",
  })
  void aThreadThatTheServerNeedsStopsIt(String thread, String type, String method)
      throws Exception {
    RunApiClient api = api(server);
    errors.prepare(type, method);
    Thread waking = Thread.ofVirtual().start(() -> api.run(JOB));
    assertThat(errors.throwPrepared()).isEqualTo(thread);
    CommandResult result = server.end();
    waking.join();
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err())
        .contains(
            "pawl: the server has stopped: thread '%s' ended by an error: java.lang.StackOverflowError"
                .formatted(thread));
    assertThat(result.out()).contains("\tat " + type + "." + method + "(");
  }

  @ParameterizedTest
  @CsvSource({
    "dev.pawl.server.api.RunsApi, show",
    "dev.pawl.server.sockets.SocketWriter, encoded",
    "dev.pawl.server.sockets.LogFrameWriter, write",
    "dev.pawl.server.sockets.AgentSocket, receive",
  })
  void aThreadWithoutMemoryStopsIt(String type, String method) throws Exception {
    AgentProcess agent = agent(server, "a");
    assertThat(runToEnd(server, JOB)).isEqualTo("success");
    errors.prepare(type, method);
    RunApiClient api = api(server);
    Thread waking =
        Thread.ofVirtual()
            .start(() -> {
              String run = api.run(JOB).orElse("none");
              agent.proxy().cut(); // a new connection starts a new thread for its log frames
              agent.proxy().mend();
              api.show(run);
            });
    errors.throwFatal("java.lang.OutOfMemoryError");
    CommandResult result = server.end();
    waking.interrupt();
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).contains("java.lang.OutOfMemoryError");
    assertThat(result.out()).contains("\tat " + type + "." + method + "(");
  }

  @Test
  void aThreadOfAConnectionEndsOnlyTheConnection() throws Exception {
    AgentProcess agent = agent(server, "a");
    assertThat(runToEnd(server, JOB)).isEqualTo("success");
    kill(agent, "to-" + agent.id(), "dev.pawl.server.sockets.SocketWriter", "encoded");
    kill(agent, "logs-of-" + agent.id(), "dev.pawl.server.logs.LogReceiver", "receive");
    assertThat(runToEnd(server, JOB)).isEqualTo("success");
  }

  private void kill(AgentProcess agent, String thread, String type, String method)
      throws Exception {
    int connections = connections(agent);
    errors.prepare(type, method);
    String run = startRun(server, JOB);
    assertThat(errors.throwPrepared()).isEqualTo(thread);
    assertThat(awaitEnd(server, run)).isEqualTo("success");
    Await.until(agent::console, () -> connections(agent) > connections);
    assertThat(server.console())
        .contains("java.lang.StackOverflowError\n\tat %s.%s(".formatted(type, method));
  }

  private static int connections(AgentProcess agent) {
    return agent.console().split("connected to", -1).length;
  }
}

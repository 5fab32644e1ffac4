package dev.pawl.cli.errors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.RunApiClient;
import dev.pawl.cli.agents.ServerFixture;
import dev.pawl.cli.agents.ServerProcess;
import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server whose threads are killed by an error, one after another.
class ServerThreadDeathIT extends ServerFixture {

  private static final String JOB =
      "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'echo hello' } ] } }\n";

  private static final String REQUEST = "dev.pawl.server.api.RunRoutes#cancel";
  private static final String SHOW = "dev.pawl.server.api.RunRoutes#show";
  private static final String WRITER = "dev.pawl.server.sockets.SocketWriter#send";
  private static final String LOGS = "dev.pawl.server.logs.LogReceiver#receive";
  private static final String READER = "dev.pawl.server.sockets.AgentSocket#receive";
  private static final String LOOP = "dev.pawl.server.orchestrator.Orchestrator#step";
  private static final String PINGS = "dev.pawl.server.sockets.AgentConnections#disconnectRevoked";

  private ErrorInjector errors;
  private ServerProcess server;

  @BeforeEach
  void startPreparedServer() throws Exception {
    errors =
        new ErrorInjector(
            directory.resolve("errors"), REQUEST, SHOW, WRITER, LOGS, READER, LOOP, PINGS);
    server = closeAtEnd(ServerProcess.with(directory, errors.jvmOption(), "--heartbeat", "1"));
  }

  private static String frame(String method) {
    return "\tat " + method.replace('#', '.') + "(";
  }

  @ParameterizedTest
  @CsvSource({"orchestrator, " + LOOP, "agent-pings, " + PINGS})
  void aThreadThatTheServerNeedsStopsIt(String thread, String method) throws Exception {
    RunApiClient api = api(server);
    errors.overflowStackIn(method);
    Thread waking = Thread.ofVirtual().start(() -> api.run(JOB));
    assertThat(errors.awaitThrown(method)).isEqualTo(thread);
    CommandResult result = server.end();
    waking.join();
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err())
        .contains(
            "pawl: the server has stopped: thread '%s' ended by an error: java.lang.StackOverflowError"
                .formatted(thread));
    assertThat(result.out()).contains(frame(method));
  }

  @ParameterizedTest
  @ValueSource(strings = {REQUEST, WRITER, LOGS, READER})
  void aThreadWithoutMemoryStopsIt(String method) throws Exception {
    agent(server, "a");
    RunApiClient api = api(server);
    errors.exhaustMemoryIn(method);
    Thread waking =
        Thread.ofVirtual()
            .start(() -> {
              Optional<String> run = api.run(JOB);
              if (method.equals(REQUEST)) {
                run.ifPresent(id -> api.cancel(id, true));
              }
            });
    assertThat(errors.awaitThrown(method)).isNotNull();
    CommandResult result = server.end();
    waking.interrupt();
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).contains("pawl: ended by an error", "java.lang.OutOfMemoryError");
    assertThat(result.out()).contains(frame(method));
  }

  @Test
  void aRequestThatFailsIsLoggedUnderItsId() throws Exception {
    RunApiClient api = api(server);
    String run = startRun(server, JOB);
    errors.overflowStackIn(SHOW);
    var answer = CompletableFuture.supplyAsync(() -> api.show(run));
    assertThat(errors.awaitThrown(SHOW)).isNotNull();
    String id = answer.get(Await.BOUND.toSeconds(), TimeUnit.SECONDS).path("id").asString();
    assertThat(answer.join().path("status").asInt()).isEqualTo(500);
    Await.until(
        server::console,
        () -> server.console().contains(id) && server.console().contains(frame(SHOW)));
    assertThat(state(api.show(run))).isNotEmpty();
  }

  @Test
  void aThreadOfAConnectionEndsOnlyTheConnection() throws Exception {
    AgentProcess agent = agent(server, "a");
    assertThat(runToEnd(server, JOB)).isEqualTo("success");
    kill(agent, "to-" + agent.id(), WRITER);
    kill(agent, "logs-of-" + agent.id(), LOGS);
    assertThat(runToEnd(server, JOB)).isEqualTo("success");
  }

  private void kill(AgentProcess agent, String thread, String method) throws Exception {
    int connections = connections(agent);
    errors.overflowStackIn(method);
    String run = startRun(server, JOB);
    assertThat(errors.awaitThrown(method)).isEqualTo(thread);
    assertThat(awaitEnd(server, run)).isEqualTo("success");
    Await.until(agent::console, () -> connections(agent) > connections);
    assertThat(server.console()).contains(frame(method));
  }

  private static int connections(AgentProcess agent) {
    return agent.console().split("connected to", -1).length;
  }
}

package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.protocol.AgentMessage.AgentDraining;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.api.ApiServer;
import dev.pawl.server.auth.BearerToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Large jobs for agents that read slowly, or not at all, over real sockets.
@Timeout(60)
class SlowAgentTest {

  /// Together more than the buffers of a connection hold.
  private static final int CELLS = 60;

  private static final int SCRIPT = 400_000;

  /// Of a test whose server ends silent connections after seconds.
  private static final String IMPATIENT = "impatient";

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private ApiServer server;
  private AgentConnections connections;

  @BeforeEach
  void aServer(TestInfo test) {
    Duration heartbeat =
        test.getTags().contains(IMPATIENT) ? Duration.ofSeconds(1) : Deadlines.DEFAULT.heartbeat();
    server = new ApiServer(directory, heartbeat);
    connections = server.agents();
  }

  @AfterEach
  void noServer() {
    server.close();
    client.shutdownNow(); // some of its sockets are never read
  }

  private RawAgentClient agent(String label) throws InterruptedException {
    BearerToken token = server.tokens().issue(label, List.of(label), "maintainer");
    var register =
        new AgentRegister(
            token.id(),
            label,
            List.of(label),
            CELLS,
            "1",
            "Linux",
            "amd64",
            List.of(),
            new Instance(label, label, false, "here"));
    RawAgentClient agent =
        RawAgentClient.connect(client, server.port(), token.text()).says(register);
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    return agent;
  }

  /// Starts a run with a matrix of large jobs.
  private void runs(String label, int cells) throws IOException, InterruptedException {
    String workflow =
        "on: push\\njobs: { a: { runs-on: %s, strategy: { matrix: { n: %s } }, steps: [ { name: s, run: 'echo %s' } ] } }"
            .formatted(label, IntStream.range(0, cells).boxed().toList(), "x".repeat(SCRIPT));
    URI address =
        URI.create("http://127.0.0.1:%d/api/v1/orgs/default/runs".formatted(server.port()));
    var request =
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + server.adminToken())
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"file\": \"w.yml\", \"workflow\": \"" + workflow + "\"}"))
            .build();
    var answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  @Test
  void whatASlowAgentIsToBeSentWaitsUnrendered() throws Exception {
    RawAgentClient slow = agent("slow");
    RawAgentClient other = agent("other");
    slow.stopsReading();
    runs("slow", CELLS);
    ConditionAwaiter.is("its socket is full", () -> connections.unsentBytes() > 1 << 20);
    runs("other", 1);
    assertThat(other.hears()).isInstanceOf(JobDispatch.class);
    assertThat(connections.unsentBytes()).isLessThan(2 << 20);
    slow.readsAgain();
    Set<String> leases = new HashSet<>();
    while (leases.size() < CELLS) {
      assertThat(leases.add(((JobDispatch) slow.hears()).leaseId())).isTrue();
      assertThat(connections.unsentBytes()).isLessThan(2 << 20);
    }
    ConditionAwaiter.is("all is released", () -> connections.unsentBytes() == 0);
  }

  @Test
  @Tag(IMPATIENT)
  void anAgentThatOnlySendsIsDisconnected() throws Exception {
    RawAgentClient deaf = agent("deaf");
    deaf.stopsReading();
    runs("deaf", CELLS);
    ConditionAwaiter.is("its socket is full", () -> connections.unsentBytes() > 1 << 20);
    assertThat(usedBudget()).isPositive();
    ConditionAwaiter.is(
        "it is disconnected",
        () -> {
          deaf.triesToSay(new AgentDraining("deaf"));
          return connections.size() == 0;
        });
    ConditionAwaiter.is("all is released", () -> usedBudget() == 0);
  }

  /// The bytes of unsent dispatches, over all agents that there were.
  private long usedBudget() {
    return connections.orchestrator().sizes().stream()
        .filter(size -> size.name().equals("DispatchBudget.used"))
        .findFirst()
        .orElseThrow()
        .size();
  }
}

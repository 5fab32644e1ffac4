package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.protocol.AgentMessage.AgentDraining;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.api.HttpListener;
import dev.pawl.server.api.RunsApi;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.repositories.Mirrors;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
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
  private SqliteStore store;
  private TokenRegistry tokens;
  private LogStore logs;
  private OrchestratorService service;
  private AgentConnections door;
  private HttpListener front;

  @BeforeEach
  void aServer(TestInfo test) {
    Duration heartbeat =
        test.getTags().contains(IMPATIENT) ? Duration.ofSeconds(1) : Deadlines.DEFAULT.heartbeat();
    var ids = new IdGenerator(InstantSource.system());
    store = SqliteStore.open(directory.resolve("pawl.db"), InstantSource.system(), "");
    store.orchestrators().register(new OrchestratorRows.Orchestrator("o1", 1), store.now());
    tokens = new TokenRegistry(store.tokens(), store::now);
    logs = new LogStore(new LogFiles(directory.resolve("logs")));
    var leaseIds = new LeaseIds(ids.key());
    var desk = new LogReceiver(logs, leaseIds, Deadlines.DEFAULT.leaseTtl(), store::now);
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity("o1", "1"),
            store,
            Deadlines.DEFAULT,
            leaseIds,
            OrchestratorPorts.observedBy(desk::committed));
    service = new OrchestratorService(orchestrator, "orchestrator");
    service.start();
    door =
        new AgentConnections(
            orchestrator, desk, tokens, store.claims(heartbeat), heartbeat, _ -> {});
    var mirrors = new Mirrors(directory.resolve("mirrors"), store::now);
    front =
        new HttpListener(
            "127.0.0.1",
            0,
            new RunsApi(store, orchestrator, door, tokens, mirrors, ids, "o1"),
            service::state);
  }

  @AfterEach
  void noServer() {
    front.close();
    service.close();
    logs.close();
    store.close();
    client.shutdownNow(); // some of its sockets are never read
  }

  private RawAgentClient agent(String label) throws InterruptedException {
    BearerToken token = tokens.issue(label, List.of(label), "maintainer");
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
        RawAgentClient.connect(client, front.port(), token.text()).says(register);
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    return agent;
  }

  /// Starts a run with a matrix of large jobs.
  private void runs(String label, int cells) throws IOException, InterruptedException {
    String workflow =
        "on: push\\njobs: { a: { runs-on: %s, strategy: { matrix: { n: %s } }, steps: [ { name: s, run: 'echo %s' } ] } }"
            .formatted(label, IntStream.range(0, cells).boxed().toList(), "x".repeat(SCRIPT));
    URI address =
        URI.create("http://127.0.0.1:%d/api/v1/orgs/default/runs".formatted(front.port()));
    var request =
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + tokens.admin("maintainer", "maintainer").text())
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
    ConditionAwaiter.is("its socket is full", () -> door.unsentBytes() > 1 << 20);
    runs("other", 1);
    assertThat(other.hears()).isInstanceOf(JobDispatch.class);
    assertThat(door.unsentBytes()).isLessThan(2 << 20);
    slow.readsAgain();
    Set<String> leases = new HashSet<>();
    while (leases.size() < CELLS) {
      assertThat(leases.add(((JobDispatch) slow.hears()).leaseId())).isTrue();
      assertThat(door.unsentBytes()).isLessThan(2 << 20);
    }
    ConditionAwaiter.is("all is released", () -> door.unsentBytes() == 0);
  }

  @Test
  @Tag(IMPATIENT)
  void anAgentThatOnlySendsIsDisconnected() throws Exception {
    RawAgentClient deaf = agent("deaf");
    deaf.stopsReading();
    runs("deaf", CELLS);
    ConditionAwaiter.is("its socket is full", () -> door.unsentBytes() > 1 << 20);
    ConditionAwaiter.is(
        "it is disconnected",
        () -> {
          deaf.triesToSay(new AgentDraining("deaf"));
          return door.size() == 0;
        });
    assertThat(door.unsentBytes()).isZero();
  }
}

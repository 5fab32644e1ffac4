package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.Progress;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.api.ApiServer;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Authentication of agents, whom a connection speaks for, and what ends it.
@Timeout(60)
class AgentConnectionsTest {

  @TempDir private Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private ApiServer server;
  private TokenRegistry tokens;
  private AgentConnections door;

  @BeforeEach
  void aServer() {
    server = new ApiServer(directory, Deadlines.DEFAULT.heartbeat());
    tokens = server.tokens();
    door = server.agents();
  }

  @AfterEach
  void noServer() {
    server.close();
    client.close();
  }

  private RawAgentClient connect(BearerToken token, String... headers) {
    return RawAgentClient.connect(client, server.port(), token.text(), headers);
  }

  private static AgentRegister registration(String id, String... labels) {
    return new AgentRegister(
        id,
        "one",
        List.of(labels),
        2,
        "1",
        "Linux",
        "x",
        List.of(),
        new Instance("i", "p", false, "here"));
  }

  private void isRefused(int status, String token, String... headers) {
    assertThatThrownBy(() -> RawAgentClient.connect(client, server.port(), token, headers))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refused -> assertThat(refused.getResponse().statusCode()).isEqualTo(status));
  }

  @Test
  void anAgentIsLetInByItsTokenAndRegistered() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of("linux"), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()));
    assertThat(((RegisterAck) agent.hears()).agentId()).isEqualTo(token.id());
    assertThat(server.store().agent(token.id()).labels()).containsExactly("linux");
  }

  @Test
  void anAgentWithoutANameGetsThatOfItsToken() throws InterruptedException {
    BearerToken token = tokens.issue("build-1", List.of(), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()).withName(""));
    assertThat(((RegisterAck) agent.hears()).name()).isEqualTo("build-1");
    assertThat(server.store().agent(token.id()).name()).isEqualTo("build-1");
    agent.says(registration(token.id()).withName("mine"));
    assertThat(((RegisterAck) agent.hears()).name()).isEqualTo("mine");
  }

  @Test
  void nobodyElseIs() {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    isRefused(401, "pawl_agent_aaaaaaaaaaaa_" + "b".repeat(40));
    isRefused(401, token.text().substring(0, token.text().length() - 1) + "!");
    isRefused(401, tokens.enrolment("one", List.of(), "maintainer").text());
    isRefused(401, tokens.admin("maintainer", "maintainer").text());
    isRefused(403, token.text(), "Origin", "http://evil.example");
    assertThat(tokens.revoke(token.id())).isTrue();
    isRefused(401, token.text());
  }

  @Test
  void aConnectionSpeaksForItsOwnAgentOnly() throws InterruptedException {
    BearerToken one = tokens.issue("one", List.of(), "maintainer");
    BearerToken other = tokens.issue("other", List.of(), "maintainer");
    RawAgentClient agent = connect(one).says(registration(other.id()));
    assertThat(agent.isClosed()).contains("4003 the token belongs to another agent");
  }

  @Test
  void anAgentHasNoLabelThatItsTokenDoesNotAllow() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of("linux"), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id(), "linux", "production"));
    assertThat(agent.isClosed())
        .contains("4003 its token does not allow the label 'production' (allowed: linux)");
  }

  @Test
  void aLongReasonIsTruncated() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of("linux"), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id(), "ü€𝄞".repeat(40)));
    assertThat(agent.isClosed()).contains("4003 its token does not allow the label 'ü€𝄞ü");
  }

  @Test
  void whatCannotBeReadEndsTheConnectionWithAReason() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    assertThat(connect(token).says("{").isClosed()).contains("frame rejected");
    assertThat(connect(token).says("{\"type\": \"job.ack\"}").isClosed()).contains("without");
    assertThat(connect(token).sends(new byte[] {9, 1}).isClosed()).contains("ends too early");
    assertThat(connect(token).says("x".repeat((1 << 20) + 1)).isClosed()).isNotEmpty();
  }

  @Test
  void whatIsNewerIsIgnoredAndCounted() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    RawAgentClient agent =
        connect(token).says("{\"type\": \"agent.sings\"}").says(registration(token.id()));
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    assertThat(door.unknownMessages()).isEqualTo(1);
  }

  @Test
  void aLeaseThatNeverWasIsStale() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()));
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    agent.says(new JobAck("lease", "run", "job", 1, 1));
    assertThat(((LeaseStale) agent.hears()).reason()).isEqualTo("unknown");
  }

  @Test
  void anAgentThatComesAgainReplacesItself() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    RawAgentClient first = connect(token).says(registration(token.id()));
    assertThat(first.hears()).isInstanceOf(RegisterAck.class);
    RawAgentClient second = connect(token).says(registration(token.id()));
    assertThat(second.hears()).isInstanceOf(RegisterAck.class);
    assertThat(first.isClosed()).contains("1008 ").contains("connected again");
  }

  private static AgentRegister on(String id, Instance instance) {
    return registration(id).withInstance(instance);
  }

  @Test
  void aSecondMachineWithTheTokenIsRejectedUntilTheFirstLeaves() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    var here = new Instance("i1", "p1", false, "here");
    var there = new Instance("i2", "p2", false, "there");
    RawAgentClient first = connect(token).says(on(token.id(), here));
    assertThat(first.hears()).isInstanceOf(RegisterAck.class);
    RawAgentClient second = connect(token).says(on(token.id(), there));
    assertThat(second.isClosed()).contains("4009 in use by host 'here' (127.0.0.1) since 20");

    RawAgentClient again = connect(token).says(on(token.id(), here.registered()));
    assertThat(again.hears()).isInstanceOf(RegisterAck.class);
    assertThat(first.isClosed()).contains("connected again");

    again.leave();
    ConditionAwaiter.is("it has left", () -> door.size() == 0);
    RawAgentClient later = connect(token).says(on(token.id(), there));
    assertThat(later.hears()).isInstanceOf(RegisterAck.class);
  }

  @Test
  void aRestartedAgentReplacesItsOldProcessForGood() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    var before = new Instance("i1", "p1", false, "here");
    RawAgentClient first = connect(token).says(on(token.id(), before));
    assertThat(first.hears()).isInstanceOf(RegisterAck.class);
    var restarted = new Instance("i1", "p2", false, "here");
    RawAgentClient second = connect(token).says(on(token.id(), restarted));
    assertThat(second.hears()).isInstanceOf(RegisterAck.class);
    // Only a copy of the machine can still have the old process.
    RawAgentClient copy = connect(token).says(on(token.id(), before.registered()));
    assertThat(copy.isClosed()).contains("4009 in use by host 'here'");
  }

  @Test
  void anInstanceOfControlCharactersIsRejected() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    var odd = new Instance("i1", "p1", false, "\u001b[31m");
    assertThat(connect(token).says(on(token.id(), odd)).isClosed())
        .contains("4003 invalid instance");
  }

  @Test
  void anAgentSaysWhichInstallationItIs() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()).withInstance(null));
    assertThat(agent.isClosed()).contains("4003 it does not say which installation it is");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u001b[31m", "a\nb", "long"})
  void whatAnAgentSaysOfItselfIsChecked(String given) throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    String text = given.equals("long") ? "x".repeat(201) : given;
    for (AgentRegister odd :
        List.of(
            described(token.id(), "one", text, "Linux", "x"),
            described(token.id(), "one", "1", text, "x"),
            described(token.id(), "one", "1", "Linux", text),
            described(token.id(), text, "1", "Linux", "x"),
            registration(token.id(), text))) {
      assertThat(connect(token).says(odd).isClosed())
          .contains("4003 its name, version, system or a label has control characters or more");
    }
  }

  private static AgentRegister described(
      String id, String name, String version, String os, String arch) {
    return new AgentRegister(id, name, List.of(), 2, version, os, arch, List.of())
        .withInstance(new Instance("i", "p", false, "here"));
  }

  @Test
  void anAgentThatStaysWhenItIsClosedIsNotHeard() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of("linux"), "maintainer");
    RawAgentClient agent = connect(token).ignoresClose().says(registration(token.id(), "gpu"));
    assertThat(agent.isClosed()).contains("4003 its token does not allow the label 'gpu'");
    try {
      while (door.size() > 0) {
        assertThat(door.agents()).isEmpty();
        agent.triesToSay(registration(token.id()));
      }
    } finally {
      agent.hangUp();
    }
  }

  @Test
  void aConnectionThatBreaksOffIsNoticed() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()));
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    assertThat(door.size()).isEqualTo(1);
    agent.hangUp();
    ConditionAwaiter.is("it is noticed", () -> door.size() == 0);
  }

  /// Of the agent that has the job; what another one says of it is not shown.
  @Test
  void howFarAJobIsIsShownAsItsAgentSays() throws Exception {
    String admin = tokens.admin("maintainer", "maintainer").text();
    BearerToken token = tokens.issue("one", List.of("linux"), "maintainer");
    BearerToken liar = tokens.issue("liar", List.of("none"), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()));
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    String workflow =
        "on: push\\njobs: { a: { runs-on: linux, steps: [ { name: Wait, run: sleep 9 } ] } }";
    String asked = ask(admin, "", "{\"file\": \"w.yml\", \"workflow\": \"" + workflow + "\"}");
    assertThat(asked).contains("\"number\":1");
    var job = (JobDispatch) agent.hears();

    agent.says(new JobAck(job.leaseId(), job.runId(), job.jobId(), 1, 1));
    agent.says(beat(job, new Progress(0, 50, "Wait")));
    RawAgentClient other = connect(liar).says(registration(liar.id()));
    assertThat(other.hears()).isInstanceOf(RegisterAck.class);
    other.says(beat(job, new Progress(0, 99, "Lies")));
    assertThat(other.hears()).isInstanceOf(LeaseStale.class);

    ConditionAwaiter.is(
        "it is shown",
        () -> {
          String shown = ask(admin, "/" + job.runId(), "");
          return shown.contains(
              "\"progress\":{\"stepIndex\":0,\"percent\":50,\"message\":\"Wait\",\"logBytes\":12}");
        });
  }

  @Test
  void whyAJobWaitsIsShown() throws InterruptedException {
    String admin = tokens.admin("maintainer", "maintainer").text();
    BearerToken token = tokens.issue("one", List.of("linux"), "maintainer");
    String run = waiting(admin, "runs-on: linux");
    shows(admin, run, "\"message\":\"no agent has linux\"");
    shows(admin, run, "\"message\":\"waits for a\"");

    RawAgentClient agent = connect(token).says(registration(token.id()));
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    shows(admin, waiting(admin, "runs-on: [linux, gpu]"), "\"message\":\"no agent has gpu\"");
    assertThat(ask(admin, "/" + run, "")).doesNotContain("no agent");
  }

  /// A run whose second job waits for the first.
  private String waiting(String admin, String where) {
    String steps = where + ", steps: [ { run: make } ]";
    String workflow = "on: push\\njobs: { a: { %s }, b: { needs: a, %s } }".formatted(steps, steps);
    String asked = ask(admin, "", "{\"file\": \"w.yml\", \"workflow\": \"" + workflow + "\"}");
    return asked.replaceFirst(".*\"id\":\"([^\"]+)\".*", "$1");
  }

  private void shows(String admin, String run, String words) {
    ConditionAwaiter.is("it says " + words, () -> ask(admin, "/" + run, "").contains(words));
  }

  private static JobHeartbeat beat(JobDispatch job, Progress progress) {
    return new JobHeartbeat(
        job.leaseId(), job.runId(), job.jobId(), 1, 1, "running", progress, 12L);
  }

  /// Asks about runs: what there is, or with a body for something.
  private String ask(String admin, String path, String body) {
    String address =
        "http://127.0.0.1:%d/api/v1/orgs/default/runs%s".formatted(server.port(), path);
    var request =
        HttpRequest.newBuilder(URI.create(address)).header("Authorization", "Bearer " + admin);
    var sent = body.isEmpty() ? request : request.POST(BodyPublishers.ofString(body));
    return client.sendAsync(sent.build(), BodyHandlers.ofString()).join().body();
  }

  @Test
  void aTokenThatIsRevokedEndsTheConnection() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()));
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    assertThat(tokens.revoke(token.id())).isTrue();
    assertThat(agent.isClosed()).contains("revoked");
  }

  private AgentConnections pinging(UnaryOperator<Set<String>> revoked, Consumer<String> onDeath) {
    return new AgentConnections(
        server.orchestrator(),
        server.receiver(),
        tokens,
        server.store().claims(Duration.ofMillis(1)),
        Duration.ofMillis(1),
        revoked,
        onDeath);
  }

  @Test
  void aBugInThePingThreadRestartsIt() throws InterruptedException {
    var restarted = new CountDownLatch(2);
    try (var _ =
        pinging(
            _ -> {
              restarted.countDown();
              throw new IllegalStateException("a bug");
            },
            _ -> {})) {
      assertThat(restarted.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anErrorInThePingThreadStopsTheServer() throws InterruptedException {
    var death = new ArrayBlockingQueue<String>(1);
    try (var _ =
        pinging(
            _ -> {
              throw new StackOverflowError("too deep");
            },
            death::add)) {
      assertThat(death.poll(30, TimeUnit.SECONDS))
          .isEqualTo(
              "thread 'agent-pings' ended by an error: java.lang.StackOverflowError: too deep");
    }
  }

  @Test
  void aServerThatStopsSaysSo() throws InterruptedException {
    BearerToken token = tokens.issue("one", List.of(), "maintainer");
    RawAgentClient agent = connect(token).says(registration(token.id()));
    assertThat(agent.hears()).isInstanceOf(RegisterAck.class);
    server.close();
    assertThat(agent.isClosed()).contains("the server is stopping");
  }

  private HttpResponse<String> ask(String path, String body)
      throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path));
    return client.send(
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + tokens.admin("maintainer", "maintainer").text())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/v1/orgs/default/runs | ''                          | 400 | the body is empty
          /api/v1/orgs/default/runs | [1]                         | 400 | it is not an object
          /api/v1/orgs/default/runs | {"inputs": [1]}             | 400 | the field 'inputs' has the wrong type
          /api/v1/orgs/default/runs | {"wrkflow": ""}             | 400 | there is no field 'wrkflow'; the fields are [file,
          /api/v1/orgs/default/runs | {                           | 400 | Unexpected end-of-input
          /api/v1/orgs/default/runs | {"file": 3}                 | 400 | the field 'file' has the wrong type
          /api/v1/orgs/default/runs | {"inputs": {"n": 3}}        | 400 | the field 'inputs.n' has the wrong type
          /api/v1/orgs/acme/runs    | {}                          | 404 | there is no org 'acme'
          """)
  void anInvalidRequestIsAnsweredWithAProblem(String path, String body, int status, String why)
      throws IOException, InterruptedException {
    isProblem(ask(path, body), status, why);
  }

  @Test
  void aBodyThatIsTooLargeIsAProblemToo() throws IOException, InterruptedException {
    String large = " ".repeat((2 << 20) + 1);
    isProblem(ask("/api/v1/orgs/default/runs", large), 413, "at most 2097152 bytes");
  }

  private static void isProblem(HttpResponse<String> answer, int status, String why) {
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(answer.body()).contains(why).doesNotContain("dev.pawl", "java.");
  }
}

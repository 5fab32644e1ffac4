package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.orchestrator.OrchestratorService.State;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every route with bodies, methods and paths that nobody should send: nothing is the server's
/// fault.
@Timeout(120)
class RouteFuzzTest {

  private static final long SEED = 20_361;
  private static final int ROUNDS = 1_500;
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW");
  private static final List<String> PATHS =
      List.of(
          "/",
          "/healthz",
          "/readyz",
          "/metrics",
          "/api/v1/agents/enrol",
          "/api/v1/agents/connect",
          "/api/v1/orgs/default/runs",
          "/api/v1/orgs/default/runs/",
          "/api/v1/orgs/default/runs/RUN",
          "/api/v1/orgs/default/runs/RUN/cancel",
          "/api/v1/orgs/default/runs/none",
          "/api/v1/orgs/default/runs/none/cancel",
          "/api/v1/orgs/default/runs/%00",
          "/api/v1/orgs/default/runs/%2e%2e%2f",
          "/api/v1/orgs/default/runs/" + "a".repeat(2_000),
          "/api/v1/orgs/other/runs",
          "/api/v1/orgs/default/runs?limit=-1&x=%ff",
          "/api/v1/nothing");
  private static final String WORKFLOW =
      "\"on: push\\njobs: {a: {runs-on: x, steps: [{run: a}]}}\"";
  private static final List<String> FIELDS =
      List.of("file", "workflow", "repository", "ref", "sha", "inputs", "force", "none", "");

  /// Values for any field, as JSON.
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1e999999",
          "9".repeat(900),
          "1." + "0".repeat(900),
          "NaN",
          "\"\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"w.yml\"",
          "\"refs/heads/main\"",
          "\"" + "a".repeat(70_000) + "\"",
          "[]",
          "{}",
          "[null]",
          "{\"a\": null}",
          "{\"a\": {\"a\": null}}",
          "{\"\": \"\"}",
          "{\"a\": 1}",
          "{\"a\": \"1\", \"a\": \"2\"}",
          "[".repeat(100_000) + "]".repeat(100_000),
          "{\"a\":".repeat(20_000) + "1" + "}".repeat(20_000),
          WORKFLOW,
          "\"on: workflow_dispatch\\njobs: {a: {runs-on: x, steps: [{run: a}]}}\"",
          "\"jobs: null\"",
          "\"on: {push: null}\\njobs: {a: null}\"",
          "\"on: push\\njobs: {a: {runs-on: ${{ " + "(".repeat(5_000) + "1 }}, steps: []}}\"",
          "\"on: push\\njobs: " + "[".repeat(5_000) + "\"",
          "\"on: push\\njobs: " + "{a: ".repeat(5_000) + "\"",
          "\"a: &a [*a]\"",
          "\"on: push\\njobs: {a: {runs-on: x, timeout-minutes: 1e400, steps: [{run: a}]}}\"",
          "\"on: push\\njobs: {a: {runs-on: x, strategy: {matrix: {a: [1], b: null}},"
              + " steps: [{run: a}]}}\"");

  @TempDir private static Path directory;
  private static ApiServer server;
  private static HttpClient client;
  private static String token;
  private static String run;

  private final Random random = new Random(SEED);

  @BeforeAll
  static void start() throws Exception {
    server = new ApiServer(directory);
    client = HttpClient.newHttpClient();
    token = server.adminToken();
    HttpResponse<String> created =
        send(
            "POST",
            "/api/v1/orgs/default/runs",
            bytes("{\"file\": \"w.yml\", \"workflow\": " + WORKFLOW + "}"));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    run = created.body().replaceAll(".*\"id\":\"(\\w+)\".*", "$1");
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static HttpResponse<String> send(String method, String path, byte[] body)
      throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path));
    return client.send(
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + token)
            .method(method, BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofString());
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /// A body: fields with values that may be of another field; sometimes cut, sometimes in another
  /// encoding, sometimes with any byte replaced.
  private byte[] body() {
    var fields = new ArrayList<String>();
    if (random.nextInt(4) > 0) {
      fields.add("\"file\": \"w.yml\"");
      fields.add("\"workflow\": " + (random.nextBoolean() ? WORKFLOW : any(VALUES)));
    }
    for (int more = random.nextInt(3); more > 0; more--) {
      fields.add("\"" + any(FIELDS) + "\": " + any(VALUES));
    }
    String text = random.nextInt(8) == 0 ? any(VALUES) : "{" + String.join(", ", fields) + "}";
    byte[] body =
        text.getBytes(
            any(
                List.<Charset>of(
                    StandardCharsets.UTF_8,
                    StandardCharsets.UTF_8,
                    StandardCharsets.UTF_8,
                    StandardCharsets.UTF_16,
                    StandardCharsets.UTF_16LE,
                    StandardCharsets.ISO_8859_1)));
    if (body.length > 0 && random.nextInt(4) == 0) {
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(8) == 0
        ? java.util.Arrays.copyOf(body, random.nextInt(body.length + 1))
        : body;
  }

  @Test
  void noRequestIsTheServersFault() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String method = random.nextInt(3) > 0 ? "POST" : any(METHODS);
      String path =
          random.nextInt(2) > 0 ? "/api/v1/orgs/default/runs" : any(PATHS).replace("RUN", run);
      byte[] body = body();
      HttpResponse<String> answer = send(method, path, body);
      assertThat(answer.statusCode())
          .as("round %d: %s %s: %s", round, method, path, answer.body())
          .isBetween(200, 499);
      assertThat(answer.body())
          .as("round %d", round)
          .doesNotContain("java.", "tools.jackson", "dev.pawl", "Exception", "StreamRead");
    }
  }

  @Test
  void aNullInputIsABadRequest() throws Exception {
    HttpResponse<String> answer =
        send(
            "POST",
            "/api/v1/orgs/default/runs",
            bytes(
                "{\"file\": \"w.yml\", \"workflow\": %s, \"inputs\": {\"a\": null}}"
                    .formatted(WORKFLOW)));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("the input 'a' is null");
  }

  @Test
  void everyRequestOfAWebPageIsRejected() throws Exception {
    String enrolment = server.tokens().enrolment("one", List.of(), "maintainer").text();
    for (String path : PATHS) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path)))
              .header("Authorization", "Bearer " + enrolment)
              .header("Origin", "https://evil.example")
              .POST(BodyPublishers.noBody())
              .build();
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
          .as(path)
          .isEqualTo(403);
    }
    // The token was not used up.
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%d/api/v1/agents/enrol".formatted(server.port())))
            .header("Authorization", "Bearer " + enrolment)
            .POST(BodyPublishers.noBody())
            .build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
  }

  @Test
  void aFailureIsAProblemWithAnId() throws Exception {
    for (Error failure : List.of(new StackOverflowError("deep"), new AssertionError("a bug"))) {
      server.pretend(() -> {
        throw failure;
      });
      HttpResponse<String> answer = send("GET", "/readyz", new byte[0]);
      server.pretend(null);
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(answer.body())
          .containsPattern("\"id\":\"\\w{32}\"")
          .doesNotContain("StackOverflow", "Assertion", "java.", "deep", "a bug");
    }
  }

  /// Without an id: the reason is all there is, and is not logged with each look of a load
  /// balancer.
  @Test
  void aServerThatIsNotReadySaysWhyAsAProblem() throws Exception {
    server.pretend(() -> new State.Unavailable("the store is away", Instant.now()));
    HttpResponse<String> answer = send("GET", "/readyz", new byte[0]);
    server.pretend(null);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body())
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
                + "\"code\":\"unavailable\",\"detail\":\"the store is away\"}");
  }
}

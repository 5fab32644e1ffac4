package dev.pawl.server.api;

import static dev.pawl.server.ScriptedAgent.ack;
import static dev.pawl.server.ScriptedAgent.start;
import static dev.pawl.server.ScriptedAgent.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.Evidence;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.ScriptedAgent;
import dev.pawl.server.logs.LogCut;
import dev.pawl.server.logs.LogDisk;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRef;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs as the API shows them, and requests that it rejects.
@Timeout(120)
class RunsApiTest {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String RETRIED =
      "on: push\njobs: {a: {runs-on: linux, retry: {max: 1, on: [oom], backoff: 0s}, steps: [{run: a}]}}";

  @TempDir private static Path directory;
  private static ApiServer server;
  private static HttpClient client;
  private static String token;
  private static String address;

  @BeforeAll
  static void startServer() {
    server = new ApiServer(directory);
    client = HttpClient.newHttpClient();
    token = server.adminToken();
    address = "http://127.0.0.1:%d/api/v1/orgs/default/runs".formatted(server.port());
  }

  @AfterAll
  static void stopServer() {
    client.close();
    server.close();
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    return client
        .sendAsync(
            request.header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString())
        .join();
  }

  private static HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(address + path)).POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> create(Map<String, String> fields) {
    return post("", JSON.writeValueAsString(fields));
  }

  private static String created(String workflow) {
    HttpResponse<String> answer = create(Map.of("file", "w.yml", "workflow", workflow));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return JSON.readTree(answer.body()).get("id").asString();
  }

  private static JsonNode job(String run) {
    HttpResponse<String> shown = send(HttpRequest.newBuilder(URI.create(address + "/" + run)));
    return JSON.readTree(shown.body()).at("/jobs/0");
  }

  private static void hear(ScriptedAgent agent, AgentMessage... messages)
      throws InterruptedException {
    for (AgentMessage message : messages) {
      server.orchestrator().receive(message, agent);
    }
  }

  private static AgentMessage killedForMemory(JobDispatch job) {
    return new JobComplete(
        job.leaseId(),
        job.runId(),
        job.jobId(),
        job.attempt(),
        4,
        "failed",
        137,
        "oom",
        "exit code 137",
        new Evidence("out of memory", "Killed process 7"),
        Map.of());
  }

  private static JobDispatch dispatched(ScriptedAgent agent, int count) {
    ConditionAwaiter.is("a job is dispatched", () -> agent.dispatches().size() == count);
    return agent.dispatch();
  }

  @Test
  void theAnswerSaysWhatWasCapped() {
    String workflow =
        "{ on: push, jobs: { a: { runs-on: x, grace-period: 2d, steps: [ { run: make } ] } } }";
    JsonNode answer = JSON.readTree(create(Map.of("file", "w.yml", "workflow", workflow)).body());
    assertThat(answer.at("/warnings/0").asString())
        .isEqualTo("job 'a' asks for a grace period of 2d; the operator's limit is 10m");
    assertThat(answer.get("warnings")).hasSize(1);
  }

  @Test
  void everyAttemptHasTheClassAndTheEvidenceOfItsFailure() throws InterruptedException {
    var agent = new ScriptedAgent("a1", new ArrayList<>());
    hear(agent, agent.registers(1, List.of("linux")));
    String run = created(RETRIED);
    JobDispatch first = dispatched(agent, 1);
    hear(agent, ack(first, 1), start(first, 2), step(first, 3, "running"), killedForMemory(first));
    JobDispatch second = dispatched(agent, 2);
    assertThat(job(run).hasNonNull("failureClass")).isFalse();
    try (LogDisk.Log log =
        new LogFiles(directory.resolve("logs"))
            .open(
                new LogRef(
                    new RunId(run),
                    new LeaseRef(new AttemptRef(0, second.attempt()), second.leaseNumber()),
                    0))) {
      log.cut(new LogCut(0, "the limit"));
    }
    hear(agent, ack(second, 1), start(second, 2), step(second, 3, "running"));
    ConditionAwaiter.is("its log is cut", () -> job(run).path("logCut").asBoolean(false));
    hear(agent, killedForMemory(second));
    ConditionAwaiter.is("it ends", () -> job(run).get("state").asString().equals("failed"));

    JsonNode shown = job(run);
    assertThat(shown.at("/failureClass").asString()).isEqualTo("oom");
    assertThat(shown.at("/evidence/rule").asString()).isEqualTo("out of memory");
    assertThat(shown.at("/evidence/line").asString()).isEqualTo("Killed process 7");
    assertThat(shown.at("/logCut").asBoolean()).as("after its end").isTrue();
    JsonNode earlier = shown.at("/attempts/0");
    assertThat(shown.at("/attempts").size()).isEqualTo(2);
    assertThat(earlier.get("state").asString()).isEqualTo("failed");
    assertThat(earlier.get("message").asString()).isEqualTo("exit code 137");
    assertThat(earlier.get("failureClass").asString()).isEqualTo("oom");
    assertThat(earlier.get("evidence").toString())
        .isEqualTo("{\"rule\":\"out of memory\",\"line\":\"Killed process 7\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"true\"", "\"false\"", "\"\"", "1", "0", "1.0", "\"no\"", "null"})
  void onlyABooleanIsABoolean(String force) {
    String run = created(RETRIED.replace("linux", "nowhere"));
    HttpResponse<String> answer = post("/" + run + "/cancel", "{\"force\": " + force + "}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains("the field 'force' has the wrong type");
    assertThat(post("/" + run + "/cancel", "{\"force\": false}").statusCode()).isEqualTo(202);
    assertThat(post("/" + run + "/cancel", "{}").body()).contains("\"code\":\"already_ended\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"uses: ./.github/workflows/w.yml", "runs-on: x, steps: [{uses: ./a}]"})
  void aRepositoryThatIsMissingIsTheCallersMistake(String job) {
    String workflow = "on: push\njobs: {a: {%s}}".formatted(job);
    String url = "file://" + directory.resolve("none.git");
    HttpResponse<String> answer =
        create(Map.of("file", "w.yml", "workflow", workflow, "repository", url));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
    assertThat(answer.body()).contains("cannot read the files of repository " + url);

    HttpResponse<String> without = create(Map.of("file", "w.yml", "workflow", workflow));
    assertThat(without.statusCode()).as(without.body()).isEqualTo(422);
    assertThat(without.body()).contains("uses './", "the request has no `repository`");
  }

  @Test
  void aRefThatIsTooLongIsCalledTooLong() {
    HttpResponse<String> answer =
        create(Map.of("file", "w.yml", "workflow", RETRIED, "ref", "x".repeat(20_000)));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("`ref` must have at most 1,000 characters");
  }
}

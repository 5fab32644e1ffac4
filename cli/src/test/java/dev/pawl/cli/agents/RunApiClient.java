package dev.pawl.cli.agents;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of the server's API that starts and cancels runs. The server may be down at any time:
/// then there is no reply, and the request may or may not have been executed.
public final class RunApiClient implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final String token;
  private volatile int port;

  public RunApiClient(int port, String token) {
    this.port = port;
    this.token = token;
  }

  /// Sets the server's port.
  public void at(int now) {
    port = now;
  }

  /// Starts a run; its id, if it was acknowledged.
  public Optional<String> run(String workflow) {
    return run(Map.of("file", "w.yml", "workflow", workflow));
  }

  /// Starts a run of a commit of a repository.
  Optional<String> run(String workflow, String repository, String sha) {
    return run(Map.of("file", "w.yml", "workflow", workflow, "repository", repository, "sha", sha));
  }

  /// Starts a run by a request with these fields.
  Optional<String> run(Map<String, String> request) {
    return call("", request)
        .filter(answer -> answer.statusCode() == 201)
        .map(answer -> JSON.readTree(answer.body()).get("id").asString());
  }

  /// The answer to a request to start a run.
  Optional<HttpResponse<String>> create(String workflow) {
    return call("", Map.of("file", "w.yml", "workflow", workflow));
  }

  /// What the server says about its readiness: the status, and the text or the problem's detail.
  String readiness() {
    URI address = URI.create("http://127.0.0.1:%d/readyz".formatted(port));
    return send(HttpRequest.newBuilder(address).timeout(TIMEOUT).build())
        .map(answer -> answer.statusCode() + " " + text(answer))
        .orElse("no answer");
  }

  private static String text(HttpResponse<String> answer) {
    return answer.statusCode() == 503
        ? JSON.readTree(answer.body()).get("detail").asString()
        : answer.body();
  }

  /// The status and the body of the answer to a request that starts no run.
  String refusal(Map<String, String> request) {
    HttpResponse<String> answer = call("", request).orElseThrow();
    return answer.statusCode() + " " + answer.body();
  }

  /// Cancels a run; whether it was acknowledged. A run that had ended meanwhile was not cancelled.
  public boolean cancel(String run, boolean force) {
    return call("/%s/cancel".formatted(run), Map.of("force", force))
        .filter(answer -> answer.statusCode() == 202)
        .isPresent();
  }

  public JsonNode show(String run) {
    return JSON.readTree(send(request("/" + run).GET().build()).orElseThrow().body());
  }

  private Optional<HttpResponse<String>> call(String path, Map<String, ?> body) {
    return send(
        request(path)
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:%d/api/v1/orgs/default/runs%s".formatted(port, path)))
        .header("Authorization", "Bearer " + token)
        .timeout(TIMEOUT);
  }

  private Optional<HttpResponse<String>> send(HttpRequest request) {
    try {
      return Optional.of(client.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}

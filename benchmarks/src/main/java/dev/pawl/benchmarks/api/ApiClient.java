package dev.pawl.benchmarks.api;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/// A reader of the API of the default org. Thread-safe.
final class ApiClient implements AutoCloseable {

  static final String RUNS = "/api/v1/orgs/default/runs";

  private static final String EVENTS = "/api/v1/orgs/default/events";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI address;
  private final String token;

  ApiClient(URI address, String token) {
    this.address = address;
    this.token = token;
  }

  /// The path of a list of runs.
  static String list(Map<String, String> query) {
    return RUNS
        + query.entrySet().stream()
            .map(one ->
                one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&", "?", ""));
  }

  /// The body of an answer.
  ///
  /// @throws IOException also if the status is not 200
  String get(String path) throws IOException, InterruptedException {
    return require(http.send(request(path), BodyHandlers.ofString()), path);
  }

  /// A new follower of the live events.
  EventReader events() throws IOException {
    return EventReader.connect(address, EVENTS, token);
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(address.resolve(path))
        .header("Authorization", "Bearer " + token)
        .build();
  }

  private static <T> T require(HttpResponse<T> response, String path) throws IOException {
    if (response.statusCode() != 200) {
      throw new IOException(
          "%s was answered with %d: %s".formatted(path, response.statusCode(), response.body()));
    }
    return response.body();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}

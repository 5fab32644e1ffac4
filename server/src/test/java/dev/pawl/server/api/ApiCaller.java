package dev.pawl.server.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Calls the API of a server as one person.
record ApiCaller(HttpClient client, int port, String token) {

  private static final JsonMapper JSON = JsonMapper.shared();

  /// An answer, with its JSON.
  record Response(int status, String body, HttpResponse<String> raw) {
    JsonNode json() {
      return JSON.readTree(body);
    }

    String code() {
      return json().path("code").asString("");
    }
  }

  ApiCaller as(String other) {
    return new ApiCaller(client, port, other);
  }

  HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  Response send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      return new Response(answer.statusCode(), answer.body(), answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Response call(String method, String path, String body) {
    return send(request(path).method(method, BodyPublishers.ofString(body)));
  }

  Response get(String path) {
    return send(request(path).GET());
  }

  Response post(String path, String body) {
    return call("POST", path, body);
  }

  /// Starts a run of a workflow; its id.
  String run(String org, String workflow) {
    String body = JSON.writeValueAsString(java.util.Map.of("file", "w.yml", "workflow", workflow));
    Response answer = post("/api/v1/orgs/" + org + "/runs", body);
    if (answer.status() != 201) {
      throw new AssertionError(answer.body());
    }
    return answer.json().get("id").asString();
  }
}

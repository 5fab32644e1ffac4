package dev.pawl.cli.client;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.server.http.FactModule;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/// Requests to one server. Each is bounded in time. A request whose connection is lost is sent a
/// second time: what changes something has an idempotency key, so that it happens once.
///
/// A request is not interrupted: it ends soon by itself, and then the thread's interrupt is seen.
public final class ServerClient implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /// Longer than a server takes to decide or to read a repository.
  private static final Duration TIMEOUT = Duration.ofSeconds(75);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Most items of a page, as the server limits them.
  private static final int PAGE = 200;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .addModule(new FactModule())
          .build();

  private final ServerAccess access;
  private final HttpClient client;
  private @Nullable String org;
  private volatile Duration patience = Duration.ZERO;

  public ServerClient(ServerAccess access) {
    this.access = access;
    this.org = access.org().isPresent() ? access.org().get() : null;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .sslContext(access.tls())
            .build();
  }

  public URI server() {
    return access.server();
  }

  /// Makes further requests that only look wait for a server that restarts, for at most that long.
  public void waitForRestarts(Duration atMost) {
    patience = atMost;
  }

  /// The path of something in the org: the one that is given, or that of the token.
  public String inOrg(String path) {
    String known = org;
    if (known == null) {
      known = get("/api/v1/whoami", Belonging.class).org();
      org = known;
    }
    return "/api/v1/orgs/" + encoded(known) + path;
  }

  /// The part of the answer of `whoami` that is needed here.
  private record Belonging(String org) {}

  /// A part of a path, or of a query.
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /// A query with these parameters; empty without one.
  public static String query(Map<String, String> parameters) {
    return parameters.isEmpty()
        ? ""
        : parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&", "?", ""));
  }

  public <T> T get(String path, Class<T> type) {
    return read(send(request(path).GET()), type);
  }

  /// What is there; empty if nothing is.
  public <T> Optional<T> find(String path, Class<T> type) {
    try {
      return Optional.of(get(path, type));
    } catch (ServerProblem problem) {
      if (problem.isNotFound()) {
        return Optional.empty();
      }
      throw problem;
    }
  }

  /// The first items of a list.
  ///
  /// @param path with its query, if it has one
  public <T> List<T> list(String path, Class<T> type, int most) {
    List<T> items = new ArrayList<>();
    String cursor = "";
    do {
      String separator = path.contains("?") ? "&" : "?";
      String limit = "limit=" + Math.min(PAGE, most - items.size());
      String from = cursor.isEmpty() ? "" : "&cursor=" + encoded(cursor);
      JsonNode page = get(path + separator + limit + from, JsonNode.class);
      for (JsonNode item : page.path("items")) {
        items.add(read(item, type));
      }
      cursor = page.path("next").asString("");
    } while (!cursor.isEmpty() && items.size() < most);
    return items;
  }

  /// Reads a part of an answer.
  public <T> T read(JsonNode item, Class<T> type) {
    try {
      return JSON.treeToValue(item, type);
    } catch (JacksonException e) {
      throw notUnderstood(e);
    }
  }

  /// Posts a body, and reads the answer.
  ///
  /// @param body null for none
  public <T> T post(String path, @Nullable Object body, Class<T> type) {
    return read(send(changing("POST", path, body)), type);
  }

  public <T> T put(String path, Object body, Class<T> type) {
    return read(send(changing("PUT", path, body)), type);
  }

  public void delete(String path) {
    send(changing("DELETE", path, null));
  }

  private HttpRequest.Builder changing(String method, String path, @Nullable Object body) {
    HttpRequest.Builder request =
        request(path).header("Idempotency-Key", UUID.randomUUID().toString());
    return body == null
        ? request.method(method, BodyPublishers.noBody())
        : request
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
  }

  /// Bytes of a text, and where they are in it.
  ///
  /// @param size the size of the whole text; -1 if it was not answered
  @SuppressWarnings("ArrayRecordComponent") // to be printed, never compared
  public record ByteSlice(long from, long size, byte[] bytes) {
    static final ByteSlice NOTHING = new ByteSlice(0, 0, new byte[0]);
  }

  /// Bytes of a text.
  ///
  /// @param range as in the header `Range`: `0-99`, or `-100` for the last ones
  /// @return none if there is no text, or none in that range
  public ByteSlice bytes(String path, String range) {
    HttpResponse<byte[]> answer;
    try {
      answer = send(request(path).header("Range", "bytes=" + range).GET());
    } catch (ServerProblem problem) {
      if (problem.isNotFound() || problem.code().equals("range_not_satisfiable")) {
        return ByteSlice.NOTHING;
      }
      throw problem;
    }
    String place = answer.headers().firstValue("Content-Range").orElse("");
    return place.matches("bytes \\d{1,18}-\\d{1,18}/\\d{1,18}")
        ? new ByteSlice(
            Long.parseLong(place.substring("bytes ".length(), place.indexOf('-'))),
            Long.parseLong(place.substring(place.indexOf('/') + 1)),
            answer.body())
        : new ByteSlice(0, answer.body().length, answer.body());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(access.server() + path)).timeout(TIMEOUT);
    access.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder built) {
    HttpRequest request = built.build();
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return checked(sendTwice(request));
      } catch (EnvironmentException | ServerProblem e) {
        boolean mayPass =
            e instanceof EnvironmentException
                || (e instanceof ServerProblem problem && problem.isTransient());
        if (!mayPass
            || !request.method().equals("GET")
            || System.nanoTime() > deadline
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private HttpResponse<byte[]> sendTwice(HttpRequest request) {
    try {
      return sendOnce(request);
    } catch (IOException first) {
      try {
        if (first instanceof ConnectException || first instanceof HttpTimeoutException) {
          throw first;
        }
        return sendOnce(request);
      } catch (IOException e) {
        throw new EnvironmentException(
            "cannot reach %s: %s. Is the server running?".formatted(server(), reason(e)), e);
      }
    }
  }

  private HttpResponse<byte[]> sendOnce(HttpRequest request) throws IOException {
    try {
      return client.sendAsync(request, BodyHandlers.ofByteArray()).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private static String reason(IOException e) {
    if (e instanceof HttpConnectTimeoutException) {
      return "no connection within %d s".formatted(CONNECT_TIMEOUT.toSeconds());
    }
    if (e instanceof HttpTimeoutException) {
      return "no answer within %d s".formatted(TIMEOUT.toSeconds());
    }
    if (e instanceof ConnectException) {
      return e.getCause() != null && String.valueOf(e.getCause()).contains("UnresolvedAddress")
          ? "its name is unknown"
          : "connection refused";
    }
    if (e instanceof SSLException) {
      return "TLS failed: " + e.getMessage();
    }
    return "the connection was lost";
  }

  private HttpResponse<byte[]> checked(HttpResponse<byte[]> answer) {
    int status = answer.statusCode();
    if (status >= 200 && status < 300) {
      return answer;
    }
    JsonNode problem = JSON.createObjectNode();
    try {
      problem = JSON.readTree(answer.body());
    } catch (JacksonException _) {
      // It is of a proxy, for example; the status has to do.
    }
    String detail = problem.path("detail").asString("");
    String code = problem.path("code").asString("");
    throw new ServerProblem(
        status, code, detail.isEmpty() ? "" + described(status) : advised(status, detail));
  }

  private String described(int status) {
    return "%s answered with status %d. Is it a Pawl server?".formatted(server(), status);
  }

  private String advised(int status, String detail) {
    if (status != ServerProblem.UNAUTHORIZED) {
      return detail;
    }
    String why = access.token().isEmpty() ? "no token for it is known" : detail;
    return String.format(
        Locale.ROOT,
        "not authorized by %s: %s. Run `pawl login %s`, or set PAWL_TOKEN.",
        server(),
        why,
        server());
  }

  private <T> T read(HttpResponse<byte[]> answer, Class<T> type) {
    try {
      return JSON.readValue(answer.body(), type);
    } catch (JacksonException e) {
      throw notUnderstood(e);
    }
  }

  private EnvironmentException notUnderstood(JacksonException cause) {
    return new EnvironmentException(
        "the answer of %s cannot be read: is it a Pawl server of this version?".formatted(server()),
        cause);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}

package dev.pawl.server.http;

import dev.pawl.server.IdGenerator;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Rejection of a request, sent as RFC 9457 problem details. The code is stable, for programs; the
/// message says what was wrong and what to do. What is not the client's fault has an id, under
/// which the log has the cause.
public final class HttpProblem extends RuntimeException {

  private static final long serialVersionUID = 1;
  public static final Status UNPROCESSABLE = Status.create(422, "Unprocessable Content");
  private static final Status INSUFFICIENT_STORAGE = Status.create(507, "Insufficient Storage");
  private static final String TYPE = "application/problem+json";
  private static final Logger LOG = LoggerFactory.getLogger(HttpProblem.class);
  private static final JsonMapper JSON = new JsonMapper();

  private static final IdGenerator IDS = new IdGenerator(InstantSource.system());

  private final transient Status status;
  private final String code;
  private final @Nullable String id;
  private final @Nullable Duration retryAfter;

  /// @param code of the problem, in snake case
  public HttpProblem(Status status, String code, String detail) {
    this(status, code, detail, null);
  }

  public HttpProblem(Status status, String code, String detail, @Nullable Throwable cause) {
    this(
        status,
        code,
        detail,
        cause,
        status.family() == Status.Family.SERVER_ERROR ? IDS.next() : null,
        null);
  }

  private HttpProblem(
      Status status,
      String code,
      String detail,
      @Nullable Throwable cause,
      @Nullable String id,
      @Nullable Duration retryAfter) {
    super(detail, cause, false, false);
    this.status = status;
    this.code = code;
    this.id = id;
    this.retryAfter = retryAfter;
  }

  /// What was sent is wrong.
  public static HttpProblem badRequest(String detail) {
    return new HttpProblem(Status.BAD_REQUEST_400, "bad_request", detail);
  }

  public static HttpProblem notFound(String detail) {
    return new HttpProblem(Status.NOT_FOUND_404, "not_found", detail);
  }

  public static HttpProblem forbidden(String detail) {
    return new HttpProblem(Status.FORBIDDEN_403, "forbidden", detail);
  }

  public static HttpProblem unauthorized(String detail) {
    return new HttpProblem(Status.UNAUTHORIZED_401, "unauthorized", detail);
  }

  public static HttpProblem conflict(String code, String detail) {
    return new HttpProblem(Status.CONFLICT_409, code, detail);
  }

  /// What was sent can be read, and is invalid.
  public static HttpProblem unprocessable(String code, String detail) {
    return new HttpProblem(UNPROCESSABLE, code, detail);
  }

  /// Too many requests.
  public static HttpProblem tooMany(String detail, Duration retryAfter) {
    return new HttpProblem(
        Status.TOO_MANY_REQUESTS_429, "too_many_requests", detail, null, null, retryAfter);
  }

  /// A problem without an id: the answer says everything, and there is nothing to look up in the
  /// log.
  public static HttpProblem withoutId(Status status, String code, String reason) {
    return new HttpProblem(status, code, reason, null, null, null);
  }

  /// The server has no room for what was asked. The log has said so once, when it came to this.
  public static HttpProblem noRoom(String reason) {
    return new HttpProblem(INSUFFICIENT_STORAGE, "no_room", reason, null, null, null);
  }

  public Status status() {
    return status;
  }

  public String code() {
    return code;
  }

  /// The id under which the log has the cause, if it is not the client's fault.
  Optional<String> id() {
    return Optional.ofNullable(id);
  }

  /// A request of which nobody can say yet whether it is done.
  public static HttpProblem undecided(String detail, Throwable cause) {
    return new HttpProblem(Status.GATEWAY_TIMEOUT_504, "undecided", detail, cause);
  }

  /// Whether it may still be done.
  boolean isUndecided() {
    return code.equals("undecided");
  }

  /// Logs the cause of what is not the client's fault, under the id that the answer has.
  ///
  /// @param request method and path
  public HttpProblem logged(String request) {
    if (id != null) {
      LOG.atError()
          .addKeyValue("id", id)
          .setCause(getCause() == null ? this : getCause())
          .log("request '{}' failed: {}", request, getMessage());
    }
    return this;
  }

  public void send(ServerResponse response) {
    if (retryAfter != null) {
      response.header(HeaderNames.RETRY_AFTER, Long.toString(Math.max(1, retryAfter.toSeconds())));
    }
    if (status.code() == Status.UNAUTHORIZED_401.code()) {
      response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    response.status(status).header(HeaderNames.CONTENT_TYPE, TYPE).send(body());
  }

  /// Answers a request that was rejected before it was routed.
  public DirectHandler.TransportResponse send(ServerResponseHeaders headers) {
    headers.set(HeaderNames.CONTENT_TYPE, TYPE);
    return DirectHandler.TransportResponse.builder()
        .status(status)
        .headers(headers)
        .entity(body())
        .keepAlive(false)
        .build();
  }

  String body() {
    ObjectNode body =
        JSON.createObjectNode()
            .put("type", "about:blank")
            .put("title", status.reasonPhrase())
            .put("status", status.code())
            .put("code", code)
            .put("detail", getMessage());
    return JSON.writeValueAsString(id == null ? body : body.put("id", id));
  }
}

package dev.pawl.server.api;

import dev.pawl.server.IdGenerator;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Rejection of a request, sent as RFC 9457 problem details. The message says what was wrong and
/// what to do. What is not the client's fault has an id, under which the log has the cause.
final class HttpProblem extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final Status INSUFFICIENT_STORAGE = Status.create(507, "Insufficient Storage");
  private static final String TYPE = "application/problem+json";
  private static final Logger LOG = LoggerFactory.getLogger(HttpProblem.class);
  private static final JsonMapper JSON = new JsonMapper();

  private static final IdGenerator IDS = new IdGenerator(InstantSource.system());

  private final transient Status status;
  private final @Nullable String id;

  HttpProblem(Status status, String detail) {
    this(status, detail, null);
  }

  HttpProblem(Status status, String detail, @Nullable Throwable cause) {
    this(status, detail, cause, status.family() == Status.Family.SERVER_ERROR ? IDS.next() : null);
  }

  private HttpProblem(
      Status status, String detail, @Nullable Throwable cause, @Nullable String id) {
    super(detail, cause, false, false);
    this.status = status;
    this.id = id;
  }

  /// A problem without an id: the answer says everything, and there is nothing to look up in the
  /// log.
  static HttpProblem withoutId(Status status, String reason) {
    return new HttpProblem(status, reason, null, null);
  }

  /// The server has no room for what was asked. The log has said so once, when it came to this.
  static HttpProblem noRoom(String reason) {
    return new HttpProblem(INSUFFICIENT_STORAGE, reason, null, null);
  }

  /// Logs the cause of what is not the client's fault, under the id that the answer has.
  ///
  /// @param request method and path
  HttpProblem logged(String request) {
    if (id != null) {
      LOG.atError()
          .addKeyValue("id", id)
          .setCause(getCause() == null ? this : getCause())
          .log("request '{}' failed: {}", request, getMessage());
    }
    return this;
  }

  void send(ServerResponse response) {
    response.status(status).header(HeaderNames.CONTENT_TYPE, TYPE).send(body());
  }

  /// Answers a request that was rejected before it was routed.
  DirectHandler.TransportResponse send(ServerResponseHeaders headers) {
    headers.set(HeaderNames.CONTENT_TYPE, TYPE);
    return DirectHandler.TransportResponse.builder()
        .status(status)
        .headers(headers)
        .entity(body())
        .keepAlive(false)
        .build();
  }

  private String body() {
    ObjectNode body =
        JSON.createObjectNode()
            .put("type", "about:blank")
            .put("title", status.reasonPhrase())
            .put("status", status.code())
            .put("detail", getMessage());
    return JSON.writeValueAsString(id == null ? body : body.put("id", id));
  }
}

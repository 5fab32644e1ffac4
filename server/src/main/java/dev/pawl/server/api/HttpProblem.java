package dev.pawl.server.api;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/// Rejection of a request, sent as RFC 9457 problem details. The message says what was wrong and
/// what to do.
final class HttpProblem extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final String TYPE = "application/problem+json";
  private static final JsonMapper JSON = new JsonMapper();

  private final transient Status status;

  HttpProblem(Status status, String detail) {
    super(detail, null, false, false);
    this.status = status;
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
    return JSON.writeValueAsString(
        JSON.createObjectNode()
            .put("type", "about:blank")
            .put("title", status.reasonPhrase())
            .put("status", status.code())
            .put("detail", getMessage()));
  }
}

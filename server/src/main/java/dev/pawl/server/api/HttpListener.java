package dev.pawl.server.api;

import dev.pawl.protocol.MessageCodec;
import dev.pawl.server.auth.AuthenticationFailure;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.StoreUnavailable;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsRouting;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.json.JsonMapper;

/// The port that the server listens on, and what is where behind it.
public final class HttpListener implements AutoCloseable {

  private static final int MOST_BODY = 2 * 1024 * 1024;
  private static final JsonMapper JSON = new JsonMapper();

  /// What the web server tells of itself is no news to an operator. Held on to, since a logger that
  /// nobody holds forgets its level.
  private static final Logger WEB_SERVER = Logger.getLogger("io.helidon");

  private final WebServer web;
  private final AgentConnections door;

  /// Starts to listen.
  ///
  /// @param state how the service behind it stands
  public HttpListener(
      String host,
      int port,
      AgentConnections door,
      RunsApiSetup runs,
      Supplier<OrchestratorService.State> state) {
    WEB_SERVER.setLevel(Level.OFF);
    this.door = door;
    TokenRegistry tokens = runs.tokens();
    HttpRouting.Builder http =
        HttpRouting.builder()
            .error(HttpProblem.class, (_, response, problem) -> problem.send(response))
            .error(StoreUnavailable.class, (_, response, failure) -> unavailable(response, failure))
            .get("/healthz", (_, response) -> response.send("ok\n"))
            .get("/readyz", (_, response) -> ready(response, state.get()))
            .post("/api/v1/agents/enrol", (request, response) -> enrol(tokens, request, response))
            .register("/api/v1/orgs/" + TokenRegistry.DEFAULT_ORG + "/runs", runs.api(door))
            .any((request, _) -> absent(request));
    this.web =
        WebServer.builder()
            .host(host)
            .port(port)
            .maxPayloadSize(MOST_BODY)
            .directHandlers(
                DirectHandlers.builder()
                    .addHandler(
                        DirectHandler.EventType.BAD_REQUEST,
                        (_, _, status, headers, why) -> unread(status, headers, why))
                    .build())
            .shutdownHook(false)
            .shutdownGracePeriod(Duration.ofSeconds(2))
            .addProtocol(WsConfig.builder().maxFrameLength(MessageCodec.MAX_FRAME_BYTES).build())
            .addRouting(http)
            .addRouting(WsRouting.builder().endpoint(AgentConnections.PATH, door::socket))
            .build();
    if (!isListening()) {
      throw new StoreUnavailable("cannot listen on %s:%d: is it in use?".formatted(host, port));
    }
  }

  private boolean isListening() {
    try {
      return web.start().isRunning();
    } catch (RuntimeException _) {
      return false;
    }
  }

  /// The port, which the system has chosen if nobody else did.
  public int port() {
    return web.port();
  }

  private static void ready(ServerResponse response, OrchestratorService.State state) {
    switch (state) {
      case OrchestratorService.State.Serving _ -> response.send("ready\n");
      case OrchestratorService.State.Unavailable(var why, _) -> unready(response, why);
      case OrchestratorService.State.Failed(var why, _) -> unready(response, why);
      case OrchestratorService.State.Stopped _ -> unready(response, "the server is stopping");
    }
  }

  /// What the web server itself refuses.
  private static DirectHandler.TransportResponse unread(
      Status status, ServerResponseHeaders headers, String why) {
    boolean isLarge = status.code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code();
    String detail = isLarge ? "a body has at most %d bytes".formatted(MOST_BODY) : why;
    return new HttpProblem(status, detail).send(headers);
  }

  private static void absent(ServerRequest request) {
    throw new HttpProblem(
        Status.NOT_FOUND_404,
        "there is nothing for %s %s"
            .formatted(request.prologue().method().text(), request.path().rawPath()));
  }

  private static void unready(ServerResponse response, String why) {
    response.status(Status.SERVICE_UNAVAILABLE_503).send(why + "\n");
  }

  private static void unavailable(ServerResponse response, StoreUnavailable failure) {
    new HttpProblem(Status.SERVICE_UNAVAILABLE_503, String.valueOf(failure.getMessage()))
        .send(response);
  }

  /// An enrolment token is exchanged for the token of an agent, once.
  private static void enrol(TokenRegistry tokens, ServerRequest request, ServerResponse response) {
    try {
      BearerToken agent = tokens.exchangeEnrolment(bearer(request));
      response.headers().contentType(io.helidon.common.media.type.MediaTypes.APPLICATION_JSON);
      response
          .status(Status.CREATED_201)
          .send(
              JSON.writeValueAsString(
                  JSON.createObjectNode().put("agentId", agent.id()).put("token", agent.text())));
    } catch (AuthenticationFailure e) {
      throw new HttpProblem(Status.UNAUTHORIZED_401, e.reason());
    }
  }

  /// Whose request it is, who may do everything.
  static StoredToken admin(TokenRegistry tokens, ServerRequest request) {
    // Browsers send it with every mutation; there is no page of ours that would.
    if (request.headers().contains(HeaderNames.ORIGIN)) {
      throw new HttpProblem(Status.FORBIDDEN_403, "requests from web pages are not taken");
    }
    try {
      return tokens.admin(bearer(request));
    } catch (AuthenticationFailure e) {
      throw new HttpProblem(Status.UNAUTHORIZED_401, e.reason());
    }
  }

  private static String bearer(ServerRequest request) {
    String header = request.headers().value(HeaderNames.AUTHORIZATION).orElse("");
    if (!header.startsWith("Bearer ")) {
      throw new HttpProblem(Status.UNAUTHORIZED_401, "show a token: Authorization: Bearer …");
    }
    return header.substring("Bearer ".length()).strip();
  }

  /// Agents are told to go elsewhere, requests are finished.
  @Override
  public void close() {
    door.close();
    web.stop();
  }
}

package dev.pawl.server.api;

import dev.pawl.protocol.MessageCodec;
import dev.pawl.server.UncaughtErrors;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.StoreUnavailable;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsRouting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Port that the server listens on, with the routes behind it: health, runs, enrolment, and the
/// sockets of agents.
public final class HttpListener implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  private static final int MOST_BODY = 2 * 1024 * 1024;
  private static final JsonMapper JSON = new JsonMapper();

  private final WebServer web;
  private final AgentConnections connections;

  /// Starts to listen.
  ///
  /// @param state health of the orchestrator behind it
  /// @throws PortUnavailable if the port cannot be listened on
  public HttpListener(
      String host, int port, RunsApi runs, Supplier<OrchestratorService.State> state) {
    this.connections = runs.connections();
    var authentication = new RequestAuthentication(runs.tokens());
    HttpRouting.Builder http =
        HttpRouting.builder()
            .error(HttpProblem.class, (_, response, problem) -> problem.send(response))
            .error(StoreUnavailable.class, (_, response, failure) -> unavailable(response, failure))
            .error(RuntimeException.class, HttpListener::internalError)
            .error(StackOverflowError.class, HttpListener::internalError)
            .error(Error.class, (_, _, error) -> UncaughtErrors.report(error))
            .get("/healthz", (_, response) -> response.send("ok\n"))
            .get("/readyz", (_, response) -> ready(response, state.get(), runs.orchestrator()))
            .post(
                "/api/v1/agents/enrol",
                (request, response) -> enrolled(response, authentication.enrol(request)))
            .register("/api/v1/orgs/" + TokenRegistry.DEFAULT_ORG + "/runs", runs)
            .any((request, _) -> notFound(request));
    this.web =
        WebServer.builder()
            .host(host)
            .port(port)
            .maxPayloadSize(MOST_BODY)
            .directHandlers(
                DirectHandlers.builder()
                    .addHandler(
                        DirectHandler.EventType.BAD_REQUEST,
                        (_, _, status, headers, reason) -> badRequest(status, headers, reason))
                    .build())
            .shutdownHook(false)
            .shutdownGracePeriod(Duration.ofSeconds(2))
            .addProtocol(WsConfig.builder().maxFrameLength(MessageCodec.MAX_FRAME_BYTES).build())
            .addRouting(http)
            .addRouting(WsRouting.builder().endpoint(AgentConnections.PATH, connections::socket))
            .build();
    start(host, port);
  }

  private void start(String host, int port) {
    checkPort(host, port);
    try {
      if (web.start().isRunning()) {
        return;
      }
    } catch (RuntimeException e) {
      throw new PortUnavailable(host, port, e);
    }
    throw new PortUnavailable(host, port, null);
  }

  /// Helidon logs a port that cannot be bound with its stack trace, so that case is found first.
  private static void checkPort(String host, int port) {
    try (var probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new PortUnavailable(host, port, e);
    }
  }

  /// The port, which the system has chosen if 0 was asked for.
  public int port() {
    return web.port();
  }

  private static void ready(
      ServerResponse response, OrchestratorService.State state, Orchestrator orchestrator) {
    switch (state) {
      case OrchestratorService.State.Serving _ ->
          response.send(
              orchestrator.dispatchPause().map("ready, but "::concat).orElse("ready") + "\n");
      case OrchestratorService.State.Unavailable(var reason, _) -> unready(response, reason);
      case OrchestratorService.State.Failed(var reason, _) -> unready(response, reason);
      case OrchestratorService.State.Stopped _ -> unready(response, "the server is stopping");
    }
  }

  private static void unready(ServerResponse response, String reason) {
    response.status(Status.SERVICE_UNAVAILABLE_503).send(reason + "\n");
  }

  /// Answers a request that Helidon itself rejects.
  private static DirectHandler.TransportResponse badRequest(
      Status status, ServerResponseHeaders headers, String reason) {
    boolean isLarge = status.code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code();
    String detail = isLarge ? "a body has at most %d bytes".formatted(MOST_BODY) : reason;
    return new HttpProblem(status, detail).send(headers);
  }

  private static void notFound(ServerRequest request) {
    throw new HttpProblem(
        Status.NOT_FOUND_404,
        "not found: %s %s".formatted(request.prologue().method().text(), request.path().rawPath()));
  }

  private static void unavailable(ServerResponse response, StoreUnavailable failure) {
    new HttpProblem(Status.SERVICE_UNAVAILABLE_503, String.valueOf(failure.getMessage()))
        .send(response);
  }

  /// Logs a bug. Helidon answers its own exceptions itself.
  private static void internalError(
      ServerRequest request, ServerResponse response, Throwable bug) {
    if (bug instanceof RequestException answered) {
      throw answered;
    }
    LOG.error(
        "request {} {} failed", request.prologue().method().text(), request.path().rawPath(), bug);
    new HttpProblem(Status.INTERNAL_SERVER_ERROR_500, "internal error: see the server's log")
        .send(response);
  }

  private static void enrolled(ServerResponse response, BearerToken agent) {
    response.headers().contentType(io.helidon.common.media.type.MediaTypes.APPLICATION_JSON);
    response
        .status(Status.CREATED_201)
        .send(
            JSON.writeValueAsString(
                JSON.createObjectNode().put("agentId", agent.id()).put("token", agent.text())));
  }

  /// Disconnects the agents, so that they connect elsewhere, and lets requests finish.
  @Override
  public void close() {
    connections.close();
    web.stop();
  }
}

package dev.pawl.server.api;

import dev.pawl.protocol.MessageCodec;
import dev.pawl.server.UncaughtErrors;
import dev.pawl.server.auth.Permission;
import dev.pawl.server.auth.Sessions;
import dev.pawl.server.connections.ConnectionGuard;
import dev.pawl.server.connections.ConnectionLimits;
import dev.pawl.server.health.HealthEndpoints;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.Authentication;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.IdempotencyKeys;
import dev.pawl.server.http.OpenApi;
import dev.pawl.server.http.Route;
import dev.pawl.server.http.Router;
import dev.pawl.server.metrics.CounterFamily;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.StoreUnavailable;
import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.websocket.WsConfig;
import io.helidon.webserver.websocket.WsRouting;
import io.helidon.webserver.websocket.WsUpgrader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Port that the server listens on, with the routes behind it: health, runs, enrolment, and the
/// sockets of agents.
public final class HttpListener implements AutoCloseable {

  /// Time for requests to finish when the server stops.
  private static final Duration SHUTDOWN = Duration.ofSeconds(10);

  private static final String INTERNAL_ERROR =
      "internal error: the server's log has the cause under this id";
  private static final String MALFORMED =
      "the request cannot be read: its first line or a header is malformed, or its version is"
          + " neither HTTP/1.1 nor HTTP/1.0";

  /// What the web server says instead of a reason that repeats what the client sent.
  private static final String HIDDEN = "Bad request, see server log for more information";

  private final WebServer web;
  private final AgentConnections connections;
  private final ConnectionGuard guard;
  private final Authentication authentication;
  private final Router router;
  private final HealthEndpoints health;

  /// Starts to listen.
  ///
  /// @param state health of the orchestrator behind it
  /// @throws PortUnavailable if the port cannot be listened on
  public HttpListener(
      String host, int port, ApiServices services, Supplier<OrchestratorService.State> state) {
    this(host, port, services, state, ConnectionLimits.DEFAULT);
  }

  /// Starts to listen, with limits of its own.
  ///
  /// @throws PortUnavailable if the port cannot be listened on
  public HttpListener(
      String host,
      int port,
      ApiServices services,
      Supplier<OrchestratorService.State> state,
      ConnectionLimits limits) {
    this(host, port, services, state, limits, Optional.empty());
  }

  /// Starts to listen, with TLS if there is a context for it.
  ///
  /// @throws PortUnavailable if the port cannot be listened on
  public HttpListener(
      String host,
      int port,
      ApiServices services,
      Supplier<OrchestratorService.State> state,
      ConnectionLimits limits,
      Optional<SSLContext> tls) {
    this.connections = services.connections();
    WsConfig sockets = WsConfig.builder().maxFrameLength(MessageCodec.MAX_FRAME_BYTES).build();
    this.guard = new ConnectionGuard(limits, WsUpgrader.create(sockets));
    var sessions = services.store().sessions();
    this.authentication =
        new Authentication(
            services.tokens(), sessions, services.publicUrl().map(HttpListener::origin));
    this.router = router(services, sessions);
    this.health =
        new HealthEndpoints(
            services.store(),
            services.orchestrator(),
            state,
            services.engine().deadlines(),
            services.orchestrator().errors());
    HttpRouting.Builder http =
        HttpRouting.builder()
            .error(
                Throwable.class,
                (request, response, failure) ->
                    failed(request, response, failure, services.orchestrator().errors()))
            .addFilter(this::rejectOtherSites);
    health.routing(http);
    http.any((request, response) -> router.handle(request, response));
    WebServerConfig.Builder builder = WebServer.builder();
    tls.ifPresent(context -> builder.tls(Tls.builder().sslContext(context).build()));
    this.web =
        builder
            .host(host)
            .port(port)
            .maxPayloadSize(limits.body())
            .directHandlers(directHandlers(limits.body()))
            .protocolsDiscoverServices(false)
            .addConnectionSelector(guard)
            .shutdownHook(false)
            .shutdownGracePeriod(SHUTDOWN)
            .addProtocol(sockets)
            .addRouting(http)
            .addRouting(
                WsRouting.builder()
                    .endpoint(AgentConnections.PATH, connections::socket)
                    .endpoint(
                        EventSocket.PATH, () -> new EventSocket(services, authentication, router)))
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

  /// The routes of the API.
  public List<Route> routes() {
    return router.routes();
  }

  /// The port, which the system has chosen if 0 was asked for.
  public int port() {
    return web.port();
  }

  /// Answers for requests that Helidon itself rejects, or fails at.
  private static DirectHandlers directHandlers(int mostBody) {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
      handlers.addHandler(
          type,
          (request, _, status, headers, reason) ->
              rejected(request, status, headers, reason, mostBody));
    }
    return handlers.build();
  }

  /// The reason phrase in snake case: `bad_request`.
  private static String code(Status status) {
    return status.reasonPhrase().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "_");
  }

  private static DirectHandler.TransportResponse rejected(
      DirectHandler.TransportRequest request,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String reason,
      int mostBody) {
    String detail =
        switch (status.code()) {
          case 500 -> INTERNAL_ERROR;
          case 413 -> "a body has at most %d bytes".formatted(mostBody);
          case 400 -> reason == null || reason.equals(HIDDEN) ? MALFORMED : reason;
          default -> reason == null ? status.reasonPhrase() : reason;
        };
    // Only a bug is logged: anybody can send what cannot be read. Without a request, a connection
    // has ended, and nobody gets the answer.
    boolean isBug = status.code() == 500 && !request.method().isBlank();
    return isBug
        ? new HttpProblem(status, code(status), detail)
            .logged(request.method() + " " + request.path())
            .send(headers)
        : HttpProblem.withoutId(status, code(status), detail).send(headers);
  }

  /// The origin of the pages at a URL, as browsers name it.
  private static String origin(URI url) {
    return "%s://%s".formatted(url.getScheme(), url.getRawAuthority());
  }

  private Router router(ApiServices services, Sessions sessions) {
    var reader = new RunReader(services);
    var documents = new RunDocuments(services, reader);
    List<Route> routes = new ArrayList<>();
    var description = new AtomicReference<String>("");
    routes.addAll(new RunRoutes(services, reader, documents).routes());
    routes.addAll(new JobRoutes(services, reader, documents).routes());
    var places = new LogPlaces(services, reader);
    routes.addAll(new LogRoutes(services, reader, places).routes());
    routes.addAll(new LogSearchRoutes(services, reader, places).routes());
    routes.addAll(new EventRoutes(services.events(), reader).routes());
    routes.addAll(new OperationRoutes(services, reader).routes());
    routes.addAll(new AdminRoutes(services, sessions).routes());
    routes.addAll(new MaintenanceRoutes(services).routes());
    routes.add(
        Route.text(
            "/api/v1/openapi.json",
            Permission.PUBLIC,
            "Describe the API (OpenAPI 3.1).",
            _ -> Answer.text("application/json", description.get())));
    description.set(OpenApi.of(routes, "1"));
    var keys =
        new IdempotencyKeys(
            services.store().idempotencyKeys(),
            services.process(),
            services.store().isOnlyDeliverer(),
            services.store()::now,
            services.ids()::next);
    return new Router(routes, authentication, services.rate(), keys, services.store().orgs());
  }

  private void rejectOtherSites(
      FilterChain chain, RoutingRequest request, RoutingResponse response) {
    authentication.requireSameOrigin(request.headers());
    chain.proceed();
  }

  /// The whole path: a route knows the rest behind its own only.
  private static String describe(ServerRequest request) {
    var prologue = request.prologue();
    return "%s %s".formatted(prologue.method().text(), prologue.uriPath().rawPath());
  }

  /// Answers a request that was rejected, or has failed.
  ///
  /// @param errors counts failures of the server
  private static void failed(
      ServerRequest request, ServerResponse response, Throwable failure, CounterFamily errors) {
    if (failure instanceof Error error && !(error instanceof StackOverflowError)) {
      UncaughtErrors.report(error);
    }
    HttpProblem problem =
        switch (failure) {
          case HttpProblem rejected -> rejected;
          case StoreUnavailable unavailable ->
              new HttpProblem(
                  Status.SERVICE_UNAVAILABLE_503,
                  "unavailable",
                  String.valueOf(unavailable.getMessage()),
                  unavailable);
          // The client is gone, or was too slow.
          case UncheckedIOException gone -> throw new CloseConnectionException("gone", gone);
          default ->
              new HttpProblem(
                  Status.INTERNAL_SERVER_ERROR_500, "internal_error", INTERNAL_ERROR, failure);
        };
    if (problem.status().code() == Status.INTERNAL_SERVER_ERROR_500.code()) {
      errors.increment("api");
    }
    problem.logged(describe(request)).send(response);
  }

  /// From now on the server says that it is not ready: it is about to stop.
  public void announceStop() {
    health.stop();
  }

  /// Disconnects the agents, so that they connect elsewhere, and lets requests finish.
  @Override
  public void close() {
    announceStop();
    connections.close();
    web.stop();
    guard.close();
  }
}

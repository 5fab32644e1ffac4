package dev.pawl.server.api;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.auth.Role;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.auth.TokenRegistry.Grant;
import dev.pawl.server.connections.ConnectionLimits;
import dev.pawl.server.connections.RequestRateLimit;
import dev.pawl.server.events.EventFeed;
import dev.pawl.server.http.Route;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.repositories.Mirrors;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A server in this process: orchestrator, store (SQLite by default) and a real listener on a free
/// port.
public final class ApiServer implements AutoCloseable {

  private final SqlStore store;
  private final Orchestrator orchestrator;
  private final LogStore logs;
  private final EventFeed events;
  private final OrchestratorService service;
  private final TokenRegistry tokens;
  private final LogReceiver receiver;
  private final AgentConnections agents;
  private final HttpListener listener;
  private volatile @Nullable Supplier<OrchestratorService.State> injected;

  ApiServer(Path directory) {
    this(directory, ConnectionLimits.DEFAULT);
  }

  ApiServer(Path directory, ConnectionLimits limits) {
    this(directory, sqlite(directory), limits, Deadlines.DEFAULT.heartbeat());
  }

  /// @param tls the context of the listener
  ApiServer(Path directory, Optional<SSLContext> tls) {
    this(
        directory, sqlite(directory), ConnectionLimits.DEFAULT, Deadlines.DEFAULT.heartbeat(), tls);
  }

  /// @param heartbeat by which connections of agents are watched
  public ApiServer(Path directory, Duration heartbeat) {
    this(directory, sqlite(directory), ConnectionLimits.DEFAULT, heartbeat);
  }

  /// @param store closed with the server
  ApiServer(Path directory, SqlStore store) {
    this(directory, store, ConnectionLimits.DEFAULT, Deadlines.DEFAULT.heartbeat());
  }

  private static SqlStore sqlite(Path directory) {
    return SqliteStore.open(directory.resolve("pawl.db"), InstantSource.system(), "");
  }

  private ApiServer(Path directory, SqlStore store, ConnectionLimits limits, Duration heartbeat) {
    this(directory, store, limits, heartbeat, Optional.empty());
  }

  private ApiServer(
      Path directory,
      SqlStore store,
      ConnectionLimits limits,
      Duration heartbeat,
      Optional<SSLContext> tls) {
    this.store = store;
    var ids = new IdGenerator(InstantSource.system());
    store.orchestrators().register(new OrchestratorRows.Orchestrator("o1", 1), store.now());
    tokens = new TokenRegistry(store.tokens(), store::now);
    var files = new LogFiles(directory.resolve("logs"));
    logs = new LogStore(files);
    var leaseIds = new LeaseIds(ids.key());
    receiver = new LogReceiver(logs, leaseIds, Deadlines.DEFAULT.leaseTtl(), store::now);
    events = new EventFeed(store.changes(), _ -> {});
    orchestrator =
        new Orchestrator(
            new OrchestratorIdentity("o1", "1"),
            store,
            Deadlines.DEFAULT,
            leaseIds,
            OrchestratorPorts.observedBy(change -> {
              receiver.committed(change);
              events.committed();
            }));
    service = new OrchestratorService(orchestrator, "orchestrator");
    service.start();
    agents =
        new AgentConnections(
            orchestrator, receiver, tokens, store.claims(heartbeat), heartbeat, _ -> {});
    listener =
        new HttpListener(
            "127.0.0.1",
            0,
            new ApiServices(
                store,
                orchestrator,
                new Engine(Deadlines.DEFAULT),
                agents,
                tokens,
                new Mirrors(
                    directory.resolve("mirrors"), InstantSource.system(), Duration.ofMinutes(1)),
                logs,
                files,
                events,
                new RequestRateLimit(100_000, 100_000),
                Optional.empty(),
                ids,
                "o1",
                ids.next()),
            this::state,
            limits,
            tls);
  }

  private OrchestratorService.State state() {
    Supplier<OrchestratorService.State> pretended = injected;
    return pretended == null ? service.state() : pretended.get();
  }

  /// Makes `/readyz` see another state than the real one, or fail as a bug would; null ends that.
  void pretend(@Nullable Supplier<OrchestratorService.State> state) {
    injected = state;
  }

  void announceStop() {
    listener.announceStop();
  }

  public SqlStore store() {
    return store;
  }

  public LogReceiver receiver() {
    return receiver;
  }

  public AgentConnections agents() {
    return agents;
  }

  public Orchestrator orchestrator() {
    return orchestrator;
  }

  public int port() {
    return listener.port();
  }

  public TokenRegistry tokens() {
    return tokens;
  }

  public List<Route> routes() {
    return listener.routes();
  }

  /// The token of a person.
  public String token(String org, String name, Role role) {
    return tokens.issue(Grant.user(org, name, role, List.of()), "test").text();
  }

  public String adminToken() {
    return tokens.admin("maintainer", "test").text();
  }

  @Override
  public void close() {
    events.close();
    listener.close();
    service.close();
    logs.close();
    store.close();
  }
}

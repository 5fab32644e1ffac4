package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.api.ApiServices;
import dev.pawl.server.api.HttpListener;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenKind;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.connections.ConnectionLimits;
import dev.pawl.server.connections.RequestRateLimit;
import dev.pawl.server.disk.DiskLevel;
import dev.pawl.server.disk.DiskSpace;
import dev.pawl.server.doctor.LeaseRepair;
import dev.pawl.server.events.EventFeed;
import dev.pawl.server.keys.KeyRing;
import dev.pawl.server.logs.LogLimits;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.orchestrator.CommitThread;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.repositories.Mirrors;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.retention.RetentionPeriods;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sql.SqlStore;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Orchestrator, store, logs and HTTP listener of `pawl server`. Started by its constructor, ended
/// by [#close].
public final class RunningServer implements AutoCloseable {

  private static final Duration KEY_INTERVAL = Duration.ofSeconds(10);

  private final IdGenerator ids = new IdGenerator(InstantSource.system());
  private final String id = ids.next();
  private final @Nullable FileChannel lock;
  private final SqlStore store;
  private final TokenRegistry tokens;
  private final DiskSpace space;
  private final LogStore logs;
  private final EventFeed events;
  private final CommitThread commits = new CommitThread("commits");
  private final OrchestratorService service;
  private final HttpListener listener;
  private final KeyWatch keyWatch;
  private final DailyRetention retention;

  /// The options of a server.
  ///
  /// @param rules of the operator, by which failures are classified
  /// @param tools the configured profiles of tools
  /// @param tls the context of the listener, if it has TLS
  /// @param retention the ages at which old data is deleted
  /// @param rate of the requests of each token
  /// @param publicUrl under which others reach the server
  public record Options(
      String host,
      int port,
      Deadlines deadlines,
      ConnectionLimits connections,
      LogLimits logs,
      List<FailureRule> rules,
      ToolProfiles tools,
      Optional<SSLContext> tls,
      RetentionPeriods retention,
      RequestRateLimit rate,
      Optional<URI> publicUrl) {
    public Options {
      rules = List.copyOf(rules);
    }
  }

  /// @param onDeath called with the reason if a thread of the server ends by an error
  public RunningServer(ServerData data, Options options, Consumer<String> onDeath) {
    Deadlines deadlines = options.deadlines();
    ConnectionLimits limits = options.connections();
    ServerData prepared = data.prepared();
    this.lock = data.postgres().isPresent() ? null : prepared.lock();
    this.space = prepared.space(); // may set the reserve free, which opening the store may need
    KeyRing keys;
    try {
      this.store = prepared.open();
      keys = keys(prepared);
      store
          .orchestrators()
          .register(
              new OrchestratorRows.Orchestrator(id, ProcessHandle.current().pid()), store.now());
    } catch (StoreUnavailable e) {
      throw space.needOfStart().map(why -> noRoom(prepared, why, e)).orElseThrow(() -> e);
    }
    this.tokens = new TokenRegistry(store.tokens(), store::now);
    var leaseIds = new LeaseIds(keys);
    this.logs = new LogStore(prepared.logs(), options.logs(), space::shortage);
    this.events = new EventFeed(store.changes(), onDeath);
    var logReceiver = new LogReceiver(logs, leaseIds, deadlines.leaseTtl(), store::now);
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity(id, ids.next()),
            store,
            deadlines,
            leaseIds,
            OrchestratorPorts.observedBy(
                    change -> {
                      logReceiver.committed(change);
                      events.committed();
                    })
                .withRules(options.rules())
                .withTools(options.tools()),
            commits);
    this.keyWatch = new KeyWatch(store.keys(), keys, store::now, KEY_INTERVAL, onDeath);
    this.service = new OrchestratorService(orchestrator, "orchestrator", onDeath);
    new LeaseRepair(store, new Engine(deadlines), ids::next).repair();
    this.retention =
        new DailyRetention(store, prepared.logDirectory(), options.retention(), onDeath);
    space.start(status -> pauseOrResume(orchestrator, status));
    service.start();
    var connections =
        new AgentConnections(
            orchestrator,
            logReceiver,
            tokens,
            store.claims(deadlines.heartbeat()),
            deadlines.heartbeat(),
            onDeath);
    this.listener =
        listen(
            options,
            new ApiServices(
                store,
                orchestrator,
                new Engine(deadlines),
                connections,
                tokens,
                new Mirrors(
                    prepared.mirrors(),
                    InstantSource.system(),
                    limits.request().multipliedBy(5).dividedBy(6)), // the rest is for the answer
                logs,
                prepared.logs(),
                events,
                options.rate(),
                options.publicUrl(),
                ids,
                OrchestratorRows.SERVER,
                id));
  }

  private static RuntimeException noRoom(ServerData data, String why, StoreUnavailable cause) {
    return new EnvironmentException(
        "%s: %s. Delete files there, such as directories of ended runs in '%s', and start again."
            .formatted(cause.getMessage(), why, data.logDirectory()),
        cause);
  }

  /// The keys of the server. Without them it leaves the store as it was.
  private KeyRing keys(ServerData data) {
    try {
      return data.keys(store);
    } catch (RuntimeException | Error e) {
      commits.close();
      store.close();
      unlock();
      throw e;
    }
  }

  /// Ends everything that was started, if the port cannot be listened on.
  private HttpListener listen(Options options, ApiServices services) {
    try {
      return new HttpListener(
          options.host(),
          options.port(),
          services,
          this::state,
          options.connections(),
          options.tls());
    } catch (RuntimeException | Error e) {
      services.connections().close();
      end();
      throw e;
    }
  }

  /// A server whose disk is full cannot promise anything, although it still commits what it can.
  private OrchestratorService.State state() {
    DiskSpace.Status disk = space.status();
    return disk.level() == DiskLevel.FULL
        ? new OrchestratorService.State.Unavailable(disk.problem(), Instant.now())
        : service.state();
  }

  private void pauseOrResume(Orchestrator orchestrator, DiskSpace.Status disk) {
    if (disk.level() == DiskLevel.ENOUGH) {
      orchestrator.resumeDispatch();
    } else {
      orchestrator.pauseDispatch(() -> space.status().problem());
      store.database().reclaimSpace();
    }
  }

  public int port() {
    return listener.port();
  }

  /// Whether there is an administrator's token.
  public boolean hasAdminToken() {
    return tokens.all().stream().anyMatch(token -> token.kind() == TokenKind.USER);
  }

  /// Issues the first administrator's token. It is shown once.
  public BearerToken firstToken() {
    return tokens.admin("admin", "first start");
  }

  /// Whether there is a token that connects or enrols an agent.
  public boolean hasAgentToken() {
    return tokens.all().stream().anyMatch(token -> token.kind() != TokenKind.USER);
  }

  /// Ends in the reverse order of the start: first no request is accepted any more, then those that
  /// have arrived are decided.
  @Override
  public void close() {
    listener.announceStop();
    events.close();
    logs.endFollowers();
    listener.close();
    end();
  }

  private void end() {
    events.close();
    keyWatch.close();
    retention.close();
    service.close();
    commits.close();
    logs.close();
    store.close();
    space.close();
    unlock();
  }

  private void unlock() {
    if (lock != null) {
      try {
        lock.close();
      } catch (java.io.IOException _) {
        // The process ends.
      }
    }
  }
}

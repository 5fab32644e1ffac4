package dev.pawl.cli.service;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.api.HttpListener;
import dev.pawl.server.api.RunsApiSetup;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenKind;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.orchestrator.CommitThread;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sql.SqlStore;
import java.nio.channels.FileChannel;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A running server: the orchestrator, its HTTP front end and its log store. Started by the
/// constructor, stopped by [#close].
public final class RunningServer implements AutoCloseable {

  private final IdGenerator ids = new IdGenerator(InstantSource.system());
  private final String id = ids.next();
  private final @Nullable FileChannel lock;
  private final SqlStore store;
  private final TokenRegistry tokens;
  private final LogStore logs;
  private final LogReceiver logDesk;
  private final CommitThread commits = new CommitThread("commits");
  private final OrchestratorService service;
  private final HttpListener front;
  private final Consumer<String> console;

  /// @param console told what an operator wants to read
  public RunningServer(
      ServerData data, String host, int port, Deadlines deadlines, Consumer<String> console) {
    this.console = console;
    ServerData prepared = data.prepared();
    this.lock = data.postgres().isPresent() ? null : prepared.lock();
    this.store = prepared.open();
    store
        .orchestrators()
        .register(
            new OrchestratorRows.Orchestrator(id, ProcessHandle.current().pid()), store.now());
    this.tokens = new TokenRegistry(store.tokens(), store::now);
    var leaseIds = new LeaseIds(prepared.key());
    this.logs = new LogStore(prepared.logs());
    this.logDesk = new LogReceiver(logs, leaseIds, deadlines.leaseTtl(), store::now);
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity(id, ids.next()),
            store,
            deadlines,
            leaseIds,
            OrchestratorPorts.observedBy(new Watch()),
            commits);
    this.service = new OrchestratorService(orchestrator, "orchestrator");
    service.start();
    var door = new AgentConnections(orchestrator, logDesk, tokens, deadlines.heartbeat(), console);
    this.front = front(host, port, door, new RunsApiSetup(store, orchestrator, tokens, ids, id));
  }

  /// Opens the HTTP front end; if the port is in use, stops what has been started.
  private HttpListener front(String host, int port, AgentConnections door, RunsApiSetup runs) {
    try {
      return new HttpListener(host, port, door, runs, service::state);
    } catch (StoreUnavailable e) {
      door.close();
      end();
      throw e;
    }
  }

  public int port() {
    return front.port();
  }

  /// The first admin token, if there is none yet; printed once.
  public Optional<BearerToken> firstToken() {
    boolean hasAny = tokens.all().stream().anyMatch(token -> token.kind() == TokenKind.ADMIN);
    return hasAny ? Optional.empty() : Optional.of(tokens.admin("admin", "first start"));
  }

  /// Whether there is a token for an agent, or for an enrolment.
  public boolean hasAgentToken() {
    return tokens.all().stream().anyMatch(token -> token.kind() != TokenKind.ADMIN);
  }

  private final class Watch implements RunObserver {

    @Override
    public void committed(Change change) {
      logDesk.committed(change);
    }

    @Override
    public void quarantined(RunId run, RuntimeException bug) {
      console.accept("run %s is left alone: %s".formatted(run, bug));
    }
  }

  /// Stops everything in the reverse order: first no new connections, then all pending commands are
  /// decided.
  @Override
  public void close() {
    front.close();
    end();
  }

  private void end() {
    service.close();
    commits.close();
    logs.close();
    store.close();
    if (lock != null) {
      try {
        lock.close();
      } catch (java.io.IOException _) {
        // The process ends.
      }
    }
  }
}

package dev.pawl.cli.service;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.run.RunId;
import dev.pawl.server.auth.TokenKind;
import dev.pawl.server.auth.TokenText;
import dev.pawl.server.auth.Tokens;
import dev.pawl.server.http.AgentDoor;
import dev.pawl.server.http.Front;
import dev.pawl.server.http.Runs;
import dev.pawl.server.logs.LogDesk;
import dev.pawl.server.logs.Logs;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.CommitThread;
import dev.pawl.server.runtime.Identity;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.LeaseIds;
import dev.pawl.server.runtime.Orchestrator;
import dev.pawl.server.runtime.Outside;
import dev.pawl.server.runtime.RunObserver;
import dev.pawl.server.runtime.Service;
import dev.pawl.server.runtime.StoreFailure;
import dev.pawl.server.store.OrchestratorRows;
import dev.pawl.server.store.SqlStore;
import java.nio.channels.FileChannel;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A server: an orchestrator and what is around it. Started by its constructor, ended by [#close].
public final class RunningServer implements AutoCloseable {

  private final Ids ids = new Ids(InstantSource.system());
  private final String id = ids.next();
  private final @Nullable FileChannel lock;
  private final SqlStore store;
  private final Tokens tokens;
  private final Logs logs;
  private final LogDesk logDesk;
  private final CommitThread commits = new CommitThread("commits");
  private final Service service;
  private final Front front;
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
    this.tokens = new Tokens(store.tokens(), store::now);
    var leaseIds = new LeaseIds(prepared.key());
    this.logs = new Logs(prepared.logs());
    this.logDesk = new LogDesk(logs, leaseIds, deadlines.leaseTtl(), store::now);
    var orchestrator =
        new Orchestrator(
            new Identity(id, ids.next()),
            store,
            deadlines,
            leaseIds,
            Outside.seenBy(new Watch()),
            commits);
    this.service = new Service(orchestrator, "orchestrator");
    service.start();
    var door = new AgentDoor(orchestrator, logDesk, tokens, deadlines.heartbeat(), console);
    this.front = front(host, port, door, new Runs(store, orchestrator, tokens, ids, id));
  }

  /// What has been started is ended, if there is nowhere to listen.
  private Front front(String host, int port, AgentDoor door, Runs runs) {
    try {
      return new Front(host, port, door, runs, service::state);
    } catch (StoreFailure e) {
      door.close();
      end();
      throw e;
    }
  }

  public int port() {
    return front.port();
  }

  /// The first token of all, if nobody has one who may do everything: shown once.
  public Optional<TokenText> firstToken() {
    boolean hasAny = tokens.all().stream().anyMatch(token -> token.kind() == TokenKind.ADMIN);
    return hasAny ? Optional.empty() : Optional.of(tokens.admin("admin", "first start"));
  }

  /// Whether anybody has been given a token to connect an agent by, or to enrol one.
  public boolean hasAgentToken() {
    return tokens.all().stream().anyMatch(token -> token.kind() != TokenKind.ADMIN);
  }

  private final class Watch implements RunObserver {

    @Override
    public void changed(Change change) {
      logDesk.changed(change);
    }

    @Override
    public void quarantined(RunId run, RuntimeException bug) {
      console.accept("run %s is left alone: %s".formatted(run, bug));
    }
  }

  /// In the reverse order: first nobody comes in any more, and what has come in is decided.
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

package dev.pawl.benchmarks.api;

import dev.pawl.benchmarks.pawl.PawlSystem;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Origin;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.api.ApiServices;
import dev.pawl.server.api.HttpListener;
import dev.pawl.server.auth.Role;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.connections.RequestRateLimit;
import dev.pawl.server.events.EventFeed;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.repositories.Mirrors;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sql.SqlStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The HTTP port of a server in this process, whose agents take no time, without a limit on
/// requests.
final class ApiEndpoint implements AutoCloseable {

  private static final int NO_LIMIT = 1_000_000;

  private final EventFeed events;
  private final AgentConnections agents;
  private final HttpListener listener;
  private final ApiClient client;

  /// @param commits receives what was committed, in the loop
  ApiEndpoint(PawlSystem system, Path directory, Consumer<Change> commits) {
    SqlStore store = system.store();
    Deadlines deadlines = Deadlines.DEFAULT;
    var ids = new IdGenerator(InstantSource.system());
    var tokens = new TokenRegistry(store.tokens(), store::now);
    var files = new LogFiles(directory.resolve("logs"));
    var logs = new LogStore(files);
    var receiver = new LogReceiver(logs, system.leaseIds(), deadlines.leaseTtl(), store::now);
    events = new EventFeed(store.changes(), _ -> {});
    system.onCommit(change -> {
      receiver.committed(change);
      commits.accept(change);
      events.committed();
    });
    agents =
        new AgentConnections(
            system.orchestrator(),
            receiver,
            tokens,
            store.claims(deadlines.heartbeat()),
            deadlines.heartbeat(),
            _ -> {});
    listener =
        new HttpListener(
            "127.0.0.1",
            0,
            new ApiServices(
                store,
                system.orchestrator(),
                new Engine(deadlines),
                agents,
                tokens,
                new Mirrors(
                    directory.resolve("mirrors"), InstantSource.system(), Duration.ofMinutes(1)),
                logs,
                files,
                events,
                new RequestRateLimit(NO_LIMIT, NO_LIMIT),
                Optional.empty(),
                ids,
                OrchestratorRows.SERVER,
                ids.next()),
            system::state);
    var reader = TokenRegistry.Grant.user(Origin.DEFAULT_ORG, "bench", Role.VIEWER, List.of());
    client =
        new ApiClient(
            URI.create("http://127.0.0.1:" + listener.port()),
            tokens.issue(reader, "bench").text());
  }

  ApiClient client() {
    return client;
  }

  @Override
  public void close() {
    events.close();
    listener.close();
    agents.close();
    client.close();
  }
}

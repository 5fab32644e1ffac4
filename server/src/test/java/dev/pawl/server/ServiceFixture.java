package dev.pawl.server;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.orchestrator.CommitThread;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.orchestrator.OrchestratorUnavailable;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// A service over a real store, and somebody who asks for runs and remembers which were promised.
public final class ServiceFixture implements AutoCloseable {

  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private final CommitThread commits = new CommitThread("commits");
  private final OrchestratorService service;
  private final Orchestrator orchestrator;
  private final List<RunId> promised = new ArrayList<>();
  private long number;

  public ServiceFixture(Store store) {
    this.orchestrator =
        new Orchestrator(
            new OrchestratorIdentity(DrivenRun.OWNER, Long.toString(System.nanoTime())),
            store,
            Deadlines.DEFAULT,
            new LeaseIds(new byte[32]),
            OrchestratorPorts.observedBy(_ -> {}),
            commits);
    this.service = new OrchestratorService(orchestrator, "orchestrator");
    service.start();
  }

  public OrchestratorService service() {
    return service;
  }

  /// Asks for a run.
  public CompletableFuture<Decision> asks() {
    number++;
    var id = new RunId("%016x%016x".formatted(System.nanoTime(), number));
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            number,
            "ci",
            "ci.yml",
            "push",
            Actor.person("maintainer"),
            DrivenRun.OWNER,
            BEGINNING,
            Origin.Source.NONE,
            Origin.Lineage.FIRST);
    return orchestrator
        .create(Run.created(id, origin))
        .thenApply(decision -> {
          if (decision instanceof Decision.Accepted) {
            synchronized (promised) {
              promised.add(id);
            }
          }
          return decision;
        });
  }

  /// Asks, and says what was wrong; nothing if it is promised.
  public String wrong() {
    try {
      asks().join();
      return "";
    } catch (CompletionException e) {
      return switch (e.getCause()) {
        case OrchestratorUnavailable why -> String.valueOf(why.getMessage());
        case StoreUnavailable why -> String.valueOf(why.getMessage());
        case null, default -> "" + e;
      };
    }
  }

  /// The runs that were acknowledged.
  public List<RunId> promised() {
    synchronized (promised) {
      return List.copyOf(promised);
    }
  }

  @Override
  public void close() {
    service.close();
    commits.close();
  }
}

package dev.pawl.simulation.chaos;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.orchestrator.CommitThread;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.rows.OrchestratorRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// An orchestrator as a process: serves a PostgreSQL, and listens on a port that it prints. Ends
/// with whoever started it.
final class OrchestratorProcess {

  /// Short, so that a test sees leases end.
  static final Deadlines DEADLINES =
      new Deadlines(
          Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(3));

  /// What is not heard of for so long has lost its leases.
  static final Duration LOST = DEADLINES.leaseTtl().plus(DEADLINES.leaseMargin());

  private static final Duration DATABASE = Duration.ofSeconds(90);
  private static final int BACKLOG = 64;

  /// Serves until it is ended, or its parent is.
  ///
  /// @param args the address of the database, and who this is
  public static void main(String[] args) throws IOException {
    Thread.ofPlatform().daemon().start(OrchestratorProcess::endWithTheParent);
    PostgresStore store = opened(args[0], args[1]);
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity(args[1], Long.toString(ProcessHandle.current().pid())),
            store,
            DEADLINES,
            new LeaseIds(new byte[32]), // of all of them the same
            OrchestratorPorts.observedBy(new QuarantineReporter()),
            new CommitThread("commits"));
    var service = new OrchestratorService(orchestrator, "orchestrator");
    service.start();
    Thread.ofPlatform().daemon().start(() -> complain(service));
    try (var server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort());
      while (true) {
        new ServerConnection(server.accept(), orchestrator, args[1]).start();
      }
    }
  }

  /// A run that is left alone is one that nobody would miss otherwise, if all the others go on.
  private static final class QuarantineReporter implements RunObserver {

    @Override
    public void committed(Change change) {}

    @Override
    public void quarantined(RunId run, RuntimeException bug) {
      System.err.println("quarantined " + run + ": " + bug);
    }
  }

  /// A store that fails is expected here; anything else is not.
  private static void complain(OrchestratorService service) {
    OrchestratorService.State said = new OrchestratorService.State.Serving();
    while (true) {
      OrchestratorService.State state = service.state();
      if (!state.equals(said)) {
        complaint(state).ifPresent(System.err::println);
      }
      said = state;
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private static Optional<String> complaint(OrchestratorService.State state) {
    return switch (state) {
      case OrchestratorService.State.Unavailable(var why, _)
          when why.startsWith("an internal error") ->
          Optional.of(why);
      case OrchestratorService.State.Failed(var why, _) -> Optional.of(why);
      case OrchestratorService.State.Serving _,
          OrchestratorService.State.Unavailable _,
          OrchestratorService.State.Stopped _ ->
          Optional.empty();
    };
  }

  /// The database may be just starting.
  private static PostgresStore opened(String url, String id) {
    long end = System.nanoTime() + DATABASE.toNanos();
    while (true) {
      try {
        PostgresStore store = PostgresStore.open(url);
        store
            .orchestrators()
            .register(
                new OrchestratorRows.Orchestrator(id, ProcessHandle.current().pid()), store.now());
        return store;
      } catch (StoreUnavailable e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }
  }

  private static void endWithTheParent() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Runtime.getRuntime().halt(3);
    }
  }

  private OrchestratorProcess() {}
}

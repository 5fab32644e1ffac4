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

/// Program that runs one orchestrator on a PostgreSQL, and prints the port that it listens on. It
/// ends with its parent.
final class OrchestratorProcess {

  /// Short deadlines, so that leases expire within a test.
  static final Deadlines DEADLINES =
      new Deadlines(
          Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(3));

  /// Time without a heartbeat after which a lease expires.
  static final Duration LOST = DEADLINES.leaseTtl().plus(DEADLINES.leaseMargin());

  private static final Duration DATABASE = Duration.ofSeconds(90);
  private static final int BACKLOG = 64;

  /// Serves until the process or its parent ends.
  ///
  /// @param args the address of the database, and the orchestrator's id
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

  /// Prints quarantined runs: otherwise nobody would miss one while the others go on.
  private static final class QuarantineReporter implements RunObserver {

    @Override
    public void committed(Change change) {}

    @Override
    public void quarantined(RunId run, RuntimeException bug) {
      System.err.println("quarantined " + run + ": " + bug);
    }
  }

  /// Prints every error of the service except an unavailable store, which is expected here.
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

  /// Opens the store, and retries while the database starts.
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

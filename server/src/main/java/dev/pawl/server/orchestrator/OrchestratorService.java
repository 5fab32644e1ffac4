package dev.pawl.server.orchestrator;

import dev.pawl.server.SupervisedThread;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs an orchestrator in a thread of its own, for as long as it serves.
///
/// A store that fails does not end it: nothing is acknowledged meanwhile, requests are rejected at
/// once, and it continues by itself when the store is back. A stop lets the requests that have
/// arrived be decided first.
public final class OrchestratorService implements AutoCloseable {

  /// Health of the service.
  public sealed interface State {

    record Serving() implements State {}

    /// Nothing can be made durable, and so no request is accepted.
    ///
    /// @param reason in words for people
    record Unavailable(String reason, Instant since) implements State {}

    /// An error, such as a lack of memory, has ended the thread, and may have left anything behind:
    /// only a restart helps. What was acknowledged is durable.
    ///
    /// @param reason in words for people
    record Failed(String reason, Instant since) implements State {}

    record Stopped() implements State {}
  }

  private static final Logger LOG = LoggerFactory.getLogger(OrchestratorService.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /// Time for the requests that have arrived to be decided during a stop.
  private static final Duration DRAIN = Duration.ofSeconds(10);

  /// A turn that takes longer, or a wait for the next poll, means that requests are not decided.
  private static final Duration LONGEST_TURN = Duration.ofSeconds(15);

  private static final String STOPPING = "the server is stopping; try again in 5 s";

  private final Orchestrator orchestrator;
  private final Consumer<String> onDeath;
  private final SupervisedThread thread;
  private final OutageLog outages = new OutageLog(LOG);
  private volatile State state = new State.Serving();
  private volatile boolean isStopping;
  private volatile long lastTurn = System.nanoTime();

  public OrchestratorService(Orchestrator orchestrator, String name) {
    this(orchestrator, name, _ -> {});
  }

  /// @param onDeath receives the reason when an error has ended the thread; the server must stop
  ///   then
  public OrchestratorService(Orchestrator orchestrator, String name, Consumer<String> onDeath) {
    this.orchestrator = orchestrator;
    this.onDeath = onDeath;
    this.thread = new SupervisedThread(Thread.ofPlatform().name(name), this::serve, this::fail);
  }

  public void start() {
    lastTurn = System.nanoTime();
    var _ = thread.start();
  }

  public State state() {
    long late = System.nanoTime() - lastTurn - LONGEST_TURN.toNanos();
    return state instanceof State.Serving && late > 0
        ? new State.Unavailable(
            "the server is overloaded: it has decided nothing for more than %d s"
                .formatted(LONGEST_TURN.toSeconds()),
            Instant.now().minusNanos(late))
        : state;
  }

  /// The quarantined runs; see [Orchestrator#quarantined].
  public List<QuarantinedRun> quarantined() {
    return orchestrator.quarantined();
  }

  /// Called when the thread died of an error: fails all waiting requests and stops the server.
  private void fail(String cause) {
    String reason = cause + "; the server must be restarted";
    state = new State.Failed(reason, Instant.now());
    orchestrator.rejectRequests(reason);
    orchestrator.abort(reason);
    onDeath.accept(reason);
  }

  private void serve() {
    Duration pause = FIRST_PAUSE;
    while (!isStopping) {
      try {
        orchestrator.step();
        lastTurn = System.nanoTime();
        recover();
        pause = FIRST_PAUSE;
      } catch (InterruptedException _) {
        break; // to stop
      } catch (RuntimeException e) {
        suspend(e, pause);
        pause = doubled(pause);
      }
    }
    drain();
  }

  private void recover() {
    if (!(state instanceof State.Serving)) {
      orchestrator.acceptRequests();
      state = new State.Serving();
    }
    outages.succeeded(System.nanoTime());
  }

  /// Rejects requests until a turn succeeds. A bug is logged each time, a store that is away once.
  private void suspend(RuntimeException problem, Duration pause) {
    boolean isStore = problem instanceof StoreUnavailable;
    String reason =
        isStore ? String.valueOf(problem.getMessage()) : "an internal error: " + problem;
    if (!isStore) {
      orchestrator.errors().increment(CountingObserver.COMPONENT);
      LOG.error("a turn of the orchestrator failed; retrying", problem);
    }
    outages.failed(reason, System.nanoTime());
    long seconds = Math.max(1, pause.toSeconds());
    orchestrator.rejectRequests("not available: %s; try again in %d s".formatted(reason, seconds));
    if (!(state instanceof State.Unavailable)) {
      state = new State.Unavailable(reason, Instant.now());
    }
    sleep(pause);
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  /// Decides the requests that have arrived and discards the delivered effects, or leaves both for
  /// the next start, which finds them. A commit of unknown outcome is asked about for as long: its
  /// requesters would not know.
  private void drain() {
    orchestrator.rejectRequests(STOPPING);
    long end = System.nanoTime() + DRAIN.toNanos();
    while (!isDrained(end)
        && orchestrator.isOutcomeUnknown()
        && System.nanoTime() < end
        && !Thread.currentThread().isInterrupted()) {
      sleep(FIRST_PAUSE);
    }
    orchestrator.stop(STOPPING);
    state = new State.Stopped();
  }

  private boolean isDrained(long end) {
    try {
      while (orchestrator.turn() && System.nanoTime() < end) {}
      orchestrator.discardDelivered();
      return true;
    } catch (RuntimeException e) {
      // The requesters got the failure; what was committed is durable.
      if (!(e instanceof StoreUnavailable)) {
        LOG.error("the orchestrator failed while it stopped", e);
      }
      return false;
    }
  }

  /// Stops when the requests that have arrived are decided.
  @Override
  public void close() {
    isStopping = true;
    orchestrator.rejectRequests(STOPPING);
    orchestrator.wake(); // not by an interrupt, which would break off a commit
    boolean wasInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

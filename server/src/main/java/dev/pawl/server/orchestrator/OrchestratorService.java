package dev.pawl.server.orchestrator;

import dev.pawl.server.decision.QuarantinedRun;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Turns an orchestrator in a thread of its own, for as long as it serves.
///
/// A store that fails does not end it: nothing is acknowledged while it does, whoever asks is told
/// so at once, and it goes on by itself when the store is back. A stop lets what has arrived be
/// decided first.
public final class OrchestratorService implements AutoCloseable {

  /// How it stands.
  public sealed interface State {

    record Serving() implements State {}

    /// Nothing can be made durable, and so nothing is taken on.
    ///
    /// @param reason in words for people
    record Unavailable(String reason, Instant since) implements State {}

    /// An error, such as a lack of memory, has ended it, and nobody knows what that has left
    /// behind: only a restart helps. What was acknowledged is durable.
    ///
    /// @param reason in words for people
    record Failed(String reason, Instant since) implements State {}

    record Stopped() implements State {}
  }

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /// How long what has arrived may take to be decided.
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private static final String STOPPING = "the server is stopping; try again in 5 s";

  private final Orchestrator orchestrator;
  private final Thread thread;
  private volatile State state = new State.Serving();
  private volatile boolean isStopping;

  public OrchestratorService(Orchestrator orchestrator, String name) {
    this.orchestrator = orchestrator;
    this.thread = Thread.ofPlatform().name(name).unstarted(this::live);
  }

  public void start() {
    thread.start();
  }

  public State state() {
    return state;
  }

  /// The runs that are left alone, and why; see [Orchestrator#quarantined].
  public List<QuarantinedRun> quarantined() {
    return orchestrator.quarantined();
  }

  /// Whatever ends the thread, nobody waits for it.
  private void live() {
    try {
      serve();
    } catch (Error e) {
      String why = "it has ended by an error, and must be started again: " + e;
      state = new State.Failed(why, Instant.now());
      orchestrator.rejectRequests(why);
      orchestrator.abort(why);
      throw e; // for whoever logs such things
    }
  }

  private void serve() {
    Duration pause = FIRST_PAUSE;
    while (!isStopping) {
      try {
        orchestrator.step();
        if (!(state instanceof State.Serving)) {
          orchestrator.acceptRequests();
          state = new State.Serving();
        }
        pause = FIRST_PAUSE;
      } catch (InterruptedException _) {
        break; // to stop
      } catch (RuntimeException e) {
        unavailable(e, pause);
        pause = longer(pause);
      }
    }
    drain();
  }

  /// Nobody waits for what cannot be had.
  private void unavailable(RuntimeException e, Duration pause) {
    String why =
        e instanceof StoreUnavailable ? String.valueOf(e.getMessage()) : "an internal error: " + e;
    if (!(state instanceof State.Unavailable)) {
      state = new State.Unavailable(why, Instant.now());
    }
    long seconds = Math.max(1, pause.toSeconds());
    orchestrator.rejectRequests("not available: %s; try again in %d s".formatted(why, seconds));
    pause(pause);
  }

  private static void pause(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  /// What has arrived is decided, what has been delivered is forgotten; or it is left for the next
  /// start, which finds it. What may have happened is asked about for as long: whoever asked for it
  /// would not know.
  private void drain() {
    orchestrator.rejectRequests(STOPPING);
    long end = System.nanoTime() + DRAIN.toNanos();
    while (!isDrained(end)
        && orchestrator.isOutcomeUnknown()
        && System.nanoTime() < end
        && !Thread.currentThread().isInterrupted()) {
      pause(FIRST_PAUSE);
    }
    orchestrator.stop(STOPPING);
    state = new State.Stopped();
  }

  private boolean isDrained(long end) {
    try {
      while (orchestrator.turn() && System.nanoTime() < end) {}
      orchestrator.discardDelivered();
      return true;
    } catch (RuntimeException _) {
      return false; // whoever asked was told that it failed; what was committed is safe
    }
  }

  /// Stops when what has arrived is decided.
  @Override
  public void close() {
    isStopping = true;
    orchestrator.rejectRequests(STOPPING);
    orchestrator.wake(); // not by an interrupt, which would break off what is being committed
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

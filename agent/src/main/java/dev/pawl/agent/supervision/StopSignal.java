package dev.pawl.agent.supervision;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The signal that stops a job. It only becomes more urgent: first the running step is asked to
/// end, then every process is killed, then hooks are forbidden too. Thread-safe.
public final class StopSignal {

  private final CompletableFuture<Void> graceful = new CompletableFuture<>();
  private final CompletableFuture<Void> force;
  private final CompletableFuture<Void> forceHooks;
  private volatile String reason = "";

  public StopSignal() {
    this(new CompletableFuture<>(), new CompletableFuture<>());
  }

  private StopSignal(CompletableFuture<Void> force, CompletableFuture<Void> forceHooks) {
    this.force = force;
    this.forceHooks = forceHooks;
  }

  /// The signal for a step that starts after a graceful stop was requested: only force stops it.
  public StopSignal forceOnly() {
    return new StopSignal(force, forceHooks);
  }

  /// The signal for hooks, which may still run when everything else has been killed.
  public StopSignal forHooks() {
    return new StopSignal(forceHooks, forceHooks);
  }

  /// Requests a graceful stop.
  public void request(String why) {
    reason = why;
    graceful.complete(null);
  }

  /// The reason of the graceful stop; empty if none was requested.
  public String reason() {
    return reason;
  }

  /// Stops everything at once.
  ///
  /// @param forbidsHooks whether hooks are stopped too
  public void kill(boolean forbidsHooks) {
    // The strongest first: a thread that is woken by a weaker one must already see it.
    if (forbidsHooks) {
      forceHooks.complete(null);
    }
    force.complete(null);
    graceful.complete(null);
  }

  /// Whether a stop was requested, gracefully or by force.
  public boolean isRequested() {
    return graceful.isDone();
  }

  /// Whether any stop was requested, also for a signal that only force stops.
  public boolean isAny() {
    return isRequested() || isForced();
  }

  public boolean isForced() {
    return force.isDone();
  }

  /// Waits for the signal.
  ///
  /// @return whether it came within the time
  public boolean comesWithin(Duration time) throws InterruptedException {
    try {
      CompletableFuture.anyOf(graceful, force)
          .get(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException _) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  public CompletableFuture<Void> graceful() {
    return graceful;
  }

  public CompletableFuture<Void> force() {
    return force;
  }
}

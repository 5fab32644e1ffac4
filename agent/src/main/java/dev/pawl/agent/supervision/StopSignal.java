package dev.pawl.agent.supervision;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Whether a job is to stop, and how. Only ever becomes more urgent: first its step is asked to
/// end, then whatever runs is killed, then its hooks are forbidden too.
public final class StopSignal {

  private final CompletableFuture<Void> graceful = new CompletableFuture<>();
  private final CompletableFuture<Void> force;
  private final CompletableFuture<Void> hooksToo;
  private volatile String why = "";

  public StopSignal() {
    this(new CompletableFuture<>(), new CompletableFuture<>());
  }

  private StopSignal(CompletableFuture<Void> force, CompletableFuture<Void> hooksToo) {
    this.force = force;
    this.hooksToo = hooksToo;
  }

  /// The signal for what begins when a graceful stop has been asked for: only force stops it.
  public StopSignal forceOnly() {
    return new StopSignal(force, hooksToo);
  }

  /// The signal for hooks, which may still run when everything else has been killed.
  public StopSignal ofHooks() {
    return new StopSignal(hooksToo, hooksToo);
  }

  /// Asks for an end.
  public void request(String reason) {
    why = reason;
    graceful.complete(null);
  }

  /// Why an end was asked for.
  public String why() {
    return why;
  }

  /// Ends whatever runs, at once.
  ///
  /// @param forbidsHooks whether hooks are no exception
  public void kill(boolean forbidsHooks) {
    // The stronger first: whoever wakes up for the other must already see it.
    if (forbidsHooks) {
      hooksToo.complete(null);
    }
    force.complete(null);
    graceful.complete(null);
  }

  public boolean isRequested() {
    return graceful.isDone();
  }

  /// Whether it says to stop, in any way.
  public boolean isAny() {
    return isRequested() || isForced();
  }

  public boolean isForced() {
    return force.isDone();
  }

  boolean forbidsHooks() {
    return hooksToo.isDone();
  }

  /// Waits for it, at most for so long. Says whether it came.
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

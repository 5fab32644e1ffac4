package dev.pawl.agent.exec;

import java.util.concurrent.CompletableFuture;

/// Whether a job is to stop, and how. Only ever becomes more urgent.
final class StopSignal {

  private final CompletableFuture<Void> graceful = new CompletableFuture<>();
  private final CompletableFuture<Void> force;

  StopSignal() {
    this(new CompletableFuture<>());
  }

  private StopSignal(CompletableFuture<Void> force) {
    this.force = force;
  }

  /// The signal for what begins when a graceful stop has been asked for: only force stops it.
  StopSignal forceOnly() {
    return new StopSignal(force);
  }

  void request(boolean forced) {
    // Force first: whoever wakes up for the other must already see it.
    if (forced) {
      force.complete(null);
    }
    graceful.complete(null);
  }

  boolean isRequested() {
    return graceful.isDone();
  }

  boolean isForced() {
    return force.isDone();
  }

  CompletableFuture<Void> graceful() {
    return graceful;
  }

  CompletableFuture<Void> force() {
    return force;
  }
}

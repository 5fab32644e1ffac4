package dev.pawl.agent.exec;

import dev.pawl.agent.supervision.StopSignal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The word that a job may start, which may also never come.
final class StartSignal {

  private final CompletableFuture<Void> given = new CompletableFuture<>();

  void give() {
    given.complete(null);
  }

  /// Waits for the word, or for the end of all waiting. Whether it was the word.
  boolean isGivenBefore(StopSignal stop) throws InterruptedException {
    try {
      CompletableFuture.anyOf(given, stop.graceful()).get();
      return given.isDone();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}

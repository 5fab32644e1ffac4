package dev.pawl.server.orchestrator;

import dev.pawl.server.metrics.Histogram;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Executes commits in a thread of its own.
///
/// A commit during which nothing else is to be done is executed in the caller's thread: to wake a
/// thread, and to be woken by it, takes as long as a small commit. The store sees to it that each
/// commit ends. An error in a commit is thrown in the loop's thread, and ends that one.
public final class CommitThread implements CommitExecutor, AutoCloseable {

  private static final double NANOS = 1e9;

  private final Histogram durations = Histogram.ofSeconds();
  private final ExecutorService thread;

  public CommitThread(String name) {
    this.thread =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  @Override
  public PendingCommit execute(Runnable commit, boolean isAlone, Runnable done) {
    if (isAlone) {
      return CommitExecutor.inCallersThread().execute(() -> measure(commit), true, done);
    }
    CompletableFuture<Void> end = CompletableFuture.runAsync(() -> measure(commit), thread);
    return new Running(end, end.whenComplete((_, _) -> done.run()));
  }

  private void measure(Runnable commit) {
    long began = System.nanoTime();
    try {
      commit.run();
    } finally {
      durations.record((System.nanoTime() - began) / NANOS);
    }
  }

  /// Of failed commits too.
  @Override
  public Optional<Histogram> durations() {
    return Optional.of(durations);
  }

  @Override
  public void close() {
    thread.close();
  }

  /// @param notified completed when the loop was notified
  private record Running(CompletableFuture<Void> end, CompletableFuture<Void> notified)
      implements PendingCommit {

    @Override
    public void await() {
      end.exceptionally(_ -> null).join();
    }

    @Override
    public void result() {
      try {
        end.join();
      } catch (CompletionException e) {
        switch (e.getCause()) {
          case RuntimeException problem -> throw problem;
          case Error death -> throw death; // it may have left anything behind
          case null, default -> throw e;
        }
      }
    }

    @Override
    public boolean isDone() {
      return end.isDone();
    }
  }
}

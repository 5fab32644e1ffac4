package dev.pawl.server.orchestrator;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Carries commits out in a thread of its own; one during which nothing else is to be done, at
/// once: to wake a thread, and to be woken by it, takes as long as a small commit. That each of
/// them ends is the store's to see to.
public final class CommitThread implements CommitExecutor, AutoCloseable {

  private final ExecutorService thread;

  public CommitThread(String name) {
    this.thread =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  @Override
  public PendingCommit execute(Runnable commit, boolean isAlone, Runnable done) {
    if (isAlone) {
      return CommitExecutor.inCallersThread().execute(commit, true, done);
    }
    CompletableFuture<Void> end = CompletableFuture.runAsync(commit, thread);
    return new Running(end, end.whenComplete((_, _) -> done.run()));
  }

  @Override
  public void close() {
    thread.close();
  }

  /// @param told completed when somebody was told
  private record Running(CompletableFuture<Void> end, CompletableFuture<Void> told)
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
          case Error death -> throw death; // nobody knows what it has left behind
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

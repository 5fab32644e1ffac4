package dev.pawl.cli.view;

import dev.pawl.core.run.Run;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.store.Change;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Passes changes and messages to a view on its own thread: writing to a terminal or a pipe may
/// block, and must block neither the orchestrator nor a Ctrl+C. If the reader is too slow, changes
/// are dropped and counted.
public final class ViewDispatcher implements RunObserver {

  private static final int LONGEST_QUEUE = 10_000;

  private final RunView view;
  private final BlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread;

  public ViewDispatcher(RunView view) {
    this.view = view;
    this.thread = Thread.ofPlatform().daemon().name("relay").start(this::showQueued);
  }

  @Override
  public void committed(Change change) {
    enqueue(() -> view.committed(change));
  }

  public void message(String line) {
    enqueue(() -> view.message(line));
  }

  private void enqueue(Runnable what) {
    if (!queue.offer(what)) {
      dropped.incrementAndGet();
    }
  }

  private void showQueued() {
    try {
      while (true) {
        queue.take().run();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Shows the pending changes, then the end.
  public void end(Run run) throws InterruptedException {
    queue.put(thread::interrupt);
    thread.join();
    if (dropped.get() > 0) {
      view.message(
          "… " + dropped.get() + " changes were not shown: the output was read too slowly");
    }
    view.end(run);
  }
}

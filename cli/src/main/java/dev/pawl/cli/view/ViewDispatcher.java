package dev.pawl.cli.view;

import dev.pawl.cli.progress.ChangeReader;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.store.Change;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Passes the changes of one run, and messages, to a view on its own thread: writing to a terminal
/// or a pipe may block, and must block neither the orchestrator nor a Ctrl+C. If the reader is too
/// slow, changes are dropped and counted, and the view continues with the run's latest state.
///
/// The orchestrator decides about other runs too, for example about one that this run supersedes.
/// Their changes are not shown.
public final class ViewDispatcher implements RunObserver {

  private static final int LONGEST_QUEUE = 10_000;
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration EXPLANATION = Duration.ofSeconds(1);

  private final RunView view;
  private final RunId run;
  private final Function<Run, WaitSummary> waits;
  private final BlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final AtomicLong dropped = new AtomicLong();
  private final ChangeReader reader = new ChangeReader();
  private final Thread thread;
  private @Nullable Run latest;
  private long droppedBefore;
  private long explainedAt = System.nanoTime();

  /// @param run the run to show, with its automatic retries
  /// @param waits explains why a run waits; called once a second, if it waits for so long
  public ViewDispatcher(RunView view, RunId run, Function<Run, WaitSummary> waits) {
    this.view = view;
    this.run = run;
    this.waits = waits;
    this.thread = Thread.ofPlatform().daemon().name("view").start(this::showQueued);
  }

  @Override
  public void committed(Change change) {
    if (isShown(change.run())) {
      enqueue(() -> show(change));
    }
  }

  private boolean isShown(Run other) {
    return other.id().equals(run) || other.origin().lineage().opened().equals(run.value());
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
        Runnable next = queue.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
        if (next != null) {
          next.run();
        }
        if (queue.isEmpty()) {
          explain();
          view.tick();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void show(Change change) {
    latest = change.run();
    boolean isComplete = dropped.get() == droppedBefore;
    droppedBefore = dropped.get();
    view.update(isComplete ? reader.update(change) : reader.complete(change.run()));
  }

  private void explain() {
    Run now = latest;
    if (now != null
        && WaitSummary.isNeeded(now)
        && System.nanoTime() - explainedAt >= EXPLANATION.toNanos()) {
      view.explain(waits.apply(now));
      explainedAt = System.nanoTime();
    }
  }

  /// Shows the pending changes, then the end.
  public void end(Run ended) throws InterruptedException {
    queue.put(thread::interrupt);
    thread.join();
    if (dropped.get() > 0) {
      view.message(
          "… "
              + dropped.get()
              + " changes were not shown: the output was read too slowly. Run `pawl show` to see all.");
      view.update(reader.complete(ended));
    }
    view.end();
  }
}

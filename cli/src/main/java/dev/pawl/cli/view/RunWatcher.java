package dev.pawl.cli.view;

import dev.pawl.cli.progress.ProgressUpdate;
import dev.pawl.cli.progress.RowReader;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.WaitSummary;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/// Shows a run of another process until it has ended, from rows that it reads again and again. A
/// read that takes long is repeated less often.
public final class RunWatcher {

  public static final Duration POLL = Duration.ofMillis(500);

  private static final Duration TICK = Duration.ofMillis(100);

  /// Most of the time passes between reads.
  private static final int PAUSES = 4;

  private final RunView view;
  private final RowReader rows;
  private final Function<RunHeader, WaitSummary> waits;
  private final Duration poll;

  /// @param waits explains why the run and its jobs wait; called only while one does
  /// @param poll the least time between two reads
  public RunWatcher(
      RunView view, RowReader rows, Function<RunHeader, WaitSummary> waits, Duration poll) {
    this.view = view;
    this.rows = rows;
    this.waits = waits;
    this.poll = poll;
  }

  /// Returns the run when it has ended; empty if it no longer exists.
  public Optional<RunHeader> watch() throws InterruptedException {
    while (true) {
      long start = System.nanoTime();
      Optional<ProgressUpdate> update = rows.read();
      if (update.isEmpty()) {
        return Optional.empty();
      }
      view.update(update.get());
      RunHeader run = update.get().run();
      if (run.endedAt().isPresent()) {
        view.end();
        return Optional.of(run);
      }
      if (rows.isWaiting()) {
        view.explain(waits.apply(run));
      }
      long cost = System.nanoTime() - start;
      pause(Math.max(poll.toNanos(), PAUSES * cost));
    }
  }

  private void pause(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    view.tick();
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      Thread.sleep(Duration.ofNanos(Math.min(left, TICK.toNanos())));
      view.tick();
    }
  }
}

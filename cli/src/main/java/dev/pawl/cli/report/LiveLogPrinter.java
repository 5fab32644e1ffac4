package dev.pawl.cli.report;

import dev.pawl.server.logs.LogFollower;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Prints the logs of a running run as they grow. Steps that run at the same time alternate, so a
/// silent one delays no other.
public final class LiveLogPrinter {

  /// Most pieces of one step that are printed before those of another.
  private static final int MOST_PIECES = 16;

  private record Place(int job, int attempt, int step) {
    static Place of(StepRow step) {
      return new Place(step.job(), step.attempt(), step.step());
    }
  }

  private final Supplier<Optional<RunLogSnapshot>> now;
  private final LogPrinter printer;
  private final boolean failed;
  private final Set<Place> complete = new HashSet<>();

  /// @param now reads the run's current state; empty if it no longer exists
  public LiveLogPrinter(
      Supplier<Optional<RunLogSnapshot>> now, LogPrinter printer, boolean failed) {
    this.now = now;
    this.printer = printer;
    this.failed = failed;
  }

  /// Prints until the run has ended.
  public void print() throws InterruptedException {
    Optional<RunLogSnapshot> seen = now.get();
    while (seen.isPresent()) {
      RunLogSnapshot run = seen.get();
      boolean hasPrinted = printNew(run);
      if (printer.isReaderGone() || (!hasPrinted && run.isOver())) {
        return;
      }
      if (!hasPrinted) {
        Thread.sleep(LogFollower.POLL);
      }
      seen = now.get();
    }
  }

  /// Prints what is new in each log. What comes after the run was read belongs to the next time.
  private boolean printNew(RunLogSnapshot run) {
    boolean hasPrinted = false;
    for (StepRow step : run.steps(failed)) {
      if (!complete.contains(Place.of(step))) {
        hasPrinted |= print(run, step);
      }
    }
    return hasPrinted;
  }

  private boolean print(RunLogSnapshot run, StepRow step) {
    boolean isOver = run.isLogOver(step);
    if (isOver) {
      complete.add(Place.of(step));
      return printer.print(run, step);
    }
    if (step.startedAt() == null) {
      return false;
    }
    boolean hasPrinted = false;
    for (int piece = 0; piece < MOST_PIECES && printer.printNext(run, step, false); piece++) {
      hasPrinted = true;
    }
    return hasPrinted;
  }
}

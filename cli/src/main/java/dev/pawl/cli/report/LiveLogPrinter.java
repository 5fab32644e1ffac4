package dev.pawl.cli.report;

import dev.pawl.server.logs.LogFollower;
import dev.pawl.server.logs.LogReader;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Prints the logs of a running run, step by step: an attempt is followed to its end before the
/// next one.
public final class LiveLogPrinter {

  private record Place(int job, int attempt, int step) {
    static Place of(StepRow step) {
      return new Place(step.job(), step.attempt(), step.step());
    }
  }

  private final Supplier<Optional<RunLogSnapshot>> now;
  private final LogPrinter printer;
  private final boolean failed;
  private final Set<Place> printed = new HashSet<>();
  private @Nullable StepRow latest;

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
      Optional<StepRow> next = next(run);
      if (next.isPresent()) {
        print(run, next.get());
      } else if (run.isOver()) {
        return;
      } else {
        Thread.sleep(LogFollower.POLL);
      }
      seen = now.get();
    }
  }

  /// The next step that has a log, or will never have one.
  private Optional<StepRow> next(RunLogSnapshot run) {
    StepRow before = latest;
    List<StepRow> steps = run.steps(failed);
    return steps.stream()
        .filter(step -> before == null || run.isAttemptOver(before) || isBeside(step, before))
        .filter(step -> !printed.contains(Place.of(step)))
        .filter(step -> run.isLogOver(step) || printer.log(run, step).isPresent())
        .findFirst();
  }

  private static boolean isBeside(StepRow step, StepRow other) {
    return step.job() == other.job() && step.attempt() == other.attempt();
  }

  private void print(RunLogSnapshot run, StepRow step) throws InterruptedException {
    latest = step;
    printed.add(Place.of(step));
    Optional<LogReader> log = printer.log(run, step);
    if (run.isLogOver(step) || log.isEmpty()) {
      printer.print(run, step);
    } else {
      printer.follow(
          run, step, log.get(), () -> now.get().map(it -> it.isLogOver(step)).orElse(true));
    }
  }
}

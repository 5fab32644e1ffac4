package dev.pawl.cli.command.runs;

import dev.pawl.cli.progress.RowReader;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.Approvals;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// The run that `pawl watch` shows, then its automatic retries: their rows, and the reviews of the
/// user at the terminal.
final class WatchedRun implements RowReader.RowSource, Approvals {

  /// A retry is created right after the end of the attempt before.
  private static final Duration RETRY = Duration.ofSeconds(30);

  private static final Duration POLL = Duration.ofMillis(100);

  private final RunClient runs;
  private RunRow current;

  WatchedRun(RunClient runs, RunRow run) {
    this.runs = runs;
    this.current = run;
  }

  /// The run as it is now; none once its process has died, because nothing changes then.
  @Override
  public Optional<RunRow> run() {
    return runs.find(current.id().value()).filter(row -> runs.interruption(row).isEmpty());
  }

  /// Waits for the attempt that the workflow's own `retry` makes of the run, which has ended.
  /// Returns whether there is one, which is the run to watch from now on.
  boolean awaitRetry() throws InterruptedException {
    if (!runs.isRetried(current.id())) {
      return false;
    }
    long deadline = System.nanoTime() + RETRY.toNanos();
    String next = "%d.%d".formatted(current.number(), current.runAttempt() + 1);
    while (System.nanoTime() < deadline) {
      Optional<RunRow> retry = runs.find(next);
      if (retry.isPresent()) {
        current = retry.get();
        return true;
      }
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
    }
    return false;
  }

  @Override
  public List<AttemptRow> attempts(RunId run) {
    return runs.attempts(run);
  }

  @Override
  public List<StepRow> steps(RunId run) {
    return runs.steps(run);
  }

  @Override
  public List<TransitionRow> transitions(RunId run, long after) {
    return runs.transitions(run, after);
  }

  @Override
  public void approve(RunHeader run, String job) {
    review(run, job, RunAction.Approve::new);
  }

  @Override
  public void reject(RunHeader run, String job) {
    review(run, job, index -> new RunAction.Reject(index, ""));
  }

  /// If the review is rejected, the job stays held, and the view says so.
  private void review(RunHeader run, String job, Function<OptionalInt, RunAction> action) {
    Optional<Integer> index =
        runs.attempts(run.id()).stream()
            .filter(attempt -> attempt.jobId().equals(job))
            .map(AttemptRow::job)
            .findFirst();
    Optional<RunRow> row = runs.find(run.id().value());
    if (index.isPresent() && row.isPresent()) {
      try {
        runs.act(row.get(), action.apply(OptionalInt.of(index.get())));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

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
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/// The run that `pawl watch` shows: its rows, and the reviews of the user at the terminal.
///
/// @param first the run as it was found
record WatchedRun(RunClient runs, RunRow first) implements RowReader.RowSource, Approvals {

  /// The latest attempt of the run; none once its process has died, because nothing changes then.
  @Override
  public Optional<RunRow> run() {
    return runs.find(Long.toString(first.number())).filter(row -> runs.interruption(row).isEmpty());
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

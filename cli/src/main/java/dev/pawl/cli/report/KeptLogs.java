package dev.pawl.cli.report;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.ArrayList;
import java.util.List;

/// The logs of a run, job by job. A result that a rerun has kept has its log in the attempt of the
/// run that executed the job.
///
/// @param parts the jobs in the order in which they are shown
public record KeptLogs(List<RunLogSnapshot> parts) {

  public KeptLogs {
    parts = List.copyOf(parts);
  }

  public static KeptLogs of(RunClient runs, RunLogSnapshot run) {
    List<RunLogSnapshot> parts = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (AttemptRow attempt : run.attempts().values()) {
      if (!seen.contains(attempt.jobId())) {
        seen.add(attempt.jobId());
        parts.add(executed(runs, run, attempt));
      }
    }
    return new KeptLogs(parts);
  }

  /// The attempt of the run that has executed the job.
  private static RunLogSnapshot executed(RunClient runs, RunLogSnapshot run, AttemptRow attempt) {
    List<String> job = List.of(attempt.jobId());
    RunLogSnapshot own = RunLogSnapshot.read(runs, run.run(), job);
    RunLogSnapshot found = own;
    for (int number = run.run().runAttempt() - 1; number > 0 && isKept(found); number--) {
      found =
          runs.find("%d.%d".formatted(run.run().number(), number))
              .map((RunRow earlier) -> RunLogSnapshot.read(runs, earlier, job))
              .orElse(own);
    }
    return found;
  }

  private static boolean isKept(RunLogSnapshot run) {
    return run.attempts().values().stream()
        .allMatch(attempt -> JobSnapshot.shownState(attempt).equals(JobSnapshot.KEPT));
  }

  /// Prints them, and returns how many steps had something to print.
  ///
  /// @param failed whether only the failed steps are wanted
  public long print(LogPrinter printer, boolean failed) {
    return parts.stream()
        .mapToLong(
            part -> part.steps(failed).stream().filter(step -> printer.print(part, step)).count())
        .sum();
  }
}

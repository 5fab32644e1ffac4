package dev.pawl.cli.report;

import dev.pawl.cli.progress.JobOrder;
import dev.pawl.cli.workflows.JobReference;
import dev.pawl.cli.workflows.JobReference.Candidate;
import dev.pawl.cli.workflows.JobReference.Match;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// Finds the job of a run that a user means, among the rows of the run.
public final class JobRows {

  /// The id of the job; empty after a message that lists the jobs.
  public static Optional<String> find(
      RunRow run, List<AttemptRow> attempts, String reference, PrintStream err) {
    List<Candidate> jobs =
        JobOrder.sorted(attempts, AttemptRow::jobId, AttemptRow::job).stream()
            .filter(attempt -> attempt.attempt() == 1)
            .map(attempt -> new Candidate(attempt.jobId(), attempt.name()))
            .toList();
    String place = "run #" + run.number();
    return switch (JobReference.resolve(reference, jobs)) {
      case Match.Found(var job) -> Optional.of(job.id());
      case Match.Ambiguous ambiguous -> notFound(ambiguous.message(), err);
      case Match.Unknown _ when jobs.isEmpty() -> notFound(place + " has no jobs yet", err);
      case Match.Unknown unknown -> notFound(unknown.message(place), err);
    };
  }

  private static Optional<String> notFound(String message, PrintStream err) {
    err.println("pawl: " + message);
    return Optional.empty();
  }

  private JobRows() {}
}

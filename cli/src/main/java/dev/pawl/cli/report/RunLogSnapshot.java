package dev.pawl.cli.report;

import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.util.List;
import java.util.Optional;

/// The rows of a run that `pawl logs` needs, read at one moment.
public record RunLogSnapshot(RunRow run, List<AttemptRow> attempts, List<StepRow> all) {

  public static RunLogSnapshot read(RunQueries reads, RunRow run, Optional<String> job) {
    List<AttemptRow> attempts =
        reads.attempts(run.id()).stream()
            .filter(attempt -> job.isEmpty() || job.get().equals(attempt.jobId()))
            .toList();
    return new RunLogSnapshot(run, attempts, reads.steps(run.id()));
  }

  boolean isOver() {
    return run.endedAt() != null;
  }

  /// The selected steps, attempt by attempt.
  public List<StepRow> steps(boolean failed) {
    return attempts.stream()
        .flatMap(attempt -> all.stream().filter(step -> isOf(step, attempt)))
        .filter(step -> !failed || step.state().equals("failed"))
        .toList();
  }

  private static boolean isOf(StepRow step, AttemptRow attempt) {
    return step.job() == attempt.job() && step.attempt() == attempt.attempt();
  }

  String jobOf(StepRow step) {
    return attempts.stream()
        .filter(attempt -> isOf(step, attempt))
        .findFirst()
        .map(attempt -> attempt.nameAmong(attempts))
        .orElse("");
  }

  /// Whether the attempt of a step has ended.
  boolean isAttemptOver(StepRow step) {
    return isOver()
        || attempts.stream().anyMatch(attempt -> isOf(step, attempt) && attempt.endedAt() != null);
  }

  /// Whether the log of a step is complete. Output between two steps belongs to the first, so it
  /// ends when the next step starts.
  boolean isLogOver(StepRow step) {
    return isAttemptOver(step)
        || all.stream()
            .anyMatch(later ->
                later.job() == step.job()
                    && later.attempt() == step.attempt()
                    && later.step() > step.step()
                    && later.startedAt() != null);
  }
}

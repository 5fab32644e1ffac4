package dev.pawl.cli.report;

import dev.pawl.cli.progress.JobOrder;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The rows of a run that `pawl show` and `pawl logs` need, read at one moment.
///
/// @param isAlive whether an open run goes on
/// @param attempts the attempts of the selected jobs by reference, in the order in which they are
///   shown
/// @param latest the number of the latest attempt of each job
/// @param steps the steps of each attempt
public record RunLogSnapshot(
    RunRow run,
    boolean isAlive,
    Map<AttemptRef, AttemptRow> attempts,
    Map<Integer, Integer> latest,
    Map<AttemptRef, List<StepRow>> steps) {

  /// Reads the rows of a run.
  ///
  /// @param jobs the ids of the selected jobs; empty for all
  public static RunLogSnapshot read(RunClient runs, RunRow run, List<String> jobs) {
    return of(
        run, runs.interruption(run).isEmpty(), runs.attempts(run.id()), runs.steps(run.id()), jobs);
  }

  /// Combines the rows of a run.
  ///
  /// @param isAlive whether an open run goes on; otherwise nothing more will be logged
  public static RunLogSnapshot of(
      RunRow run,
      boolean isAlive,
      List<AttemptRow> attempts,
      List<StepRow> steps,
      List<String> jobs) {
    Map<AttemptRef, AttemptRow> shown = new LinkedHashMap<>();
    JobOrder.sorted(attempts, AttemptRow::jobId, AttemptRow::job).stream()
        .filter(attempt -> jobs.isEmpty() || jobs.contains(attempt.jobId()))
        .forEach(attempt -> shown.put(ref(attempt), attempt));
    return new RunLogSnapshot(
        run,
        isAlive,
        shown,
        attempts.stream()
            .collect(Collectors.toMap(AttemptRow::job, AttemptRow::attempt, Math::max)),
        steps.stream().collect(Collectors.groupingBy(RunLogSnapshot::attemptOf)));
  }

  private static AttemptRef ref(AttemptRow attempt) {
    return new AttemptRef(attempt.job(), attempt.attempt());
  }

  static AttemptRef attemptOf(StepRow step) {
    return new AttemptRef(step.job(), step.attempt());
  }

  boolean isOver() {
    return run.endedAt() != null || !isAlive;
  }

  /// The steps of an attempt.
  public List<StepRow> steps(AttemptRow attempt) {
    return steps.getOrDefault(ref(attempt), List.of());
  }

  /// The selected steps, attempt by attempt.
  public List<StepRow> steps(boolean failed) {
    return attempts.values().stream()
        .map(this::steps)
        .flatMap(List::stream)
        .filter(step -> !failed || step.state().equals("failed"))
        .toList();
  }

  /// The job's name, with the attempt's number if the job has several attempts.
  public String name(AttemptRow attempt) {
    return latest.getOrDefault(attempt.job(), 1) == 1
        ? attempt.name()
        : "%s (attempt %d)".formatted(attempt.name(), attempt.attempt());
  }

  private <T> Optional<T> ofAttempt(StepRow step, Function<AttemptRow, T> property) {
    return Optional.ofNullable(attempts.get(attemptOf(step))).map(property);
  }

  String jobOf(StepRow step) {
    return ofAttempt(step, this::name).orElse("");
  }

  /// Whether a failure of the step is tolerated, by the step or by its job.
  boolean isTolerated(StepRow step) {
    return step.tolerated()
        || (step.state().equals("failed") && ofAttempt(step, AttemptRow::tolerated).orElse(false));
  }

  /// Whether the attempt of a step has ended.
  private boolean isAttemptOver(StepRow step) {
    return isOver() || ofAttempt(step, attempt -> attempt.endedAt() != null).orElse(false);
  }

  /// Whether the log of a step is complete. Output between two steps belongs to the first, so it
  /// ends when the next step starts.
  boolean isLogOver(StepRow step) {
    return isAttemptOver(step)
        || steps.getOrDefault(attemptOf(step), List.of()).stream()
            .anyMatch(later -> later.step() > step.step() && later.startedAt() != null);
  }
}

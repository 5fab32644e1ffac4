package dev.pawl.cli.progress;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.step.Step;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A job with its current attempt, as views show it.
///
/// @param id its id, with the label of its matrix cell: `test (3.11, b)`
/// @param name its name for people: `Test b on 3.11`
/// @param attempt the number of its current attempt, whose state is the job's
/// @param leases the number of the attempt's latest lease; 0 if it is not known
/// @param message why it ended, or what it waits for; may be empty
/// @param shownState the state as it is shown: a tolerated failure is not a failure, and a result
///   that was kept is not skipped
/// @param startedAt when the attempt started, if that is known
public record JobSnapshot(
    int index,
    String id,
    String name,
    int attempt,
    int leases,
    String state,
    String message,
    String shownState,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    List<StepProgress> steps) {

  /// The name of the state of a tolerated failure, for [dev.pawl.cli.view.Palette].
  public static final String TOLERATED = "tolerated";

  /// The name of the state of a job whose result is kept from an earlier attempt of the run.
  public static final String KEPT = "kept";

  /// Makes the texts of the workflow safe to print.
  public JobSnapshot {
    id = PrintableText.line(id);
    name = PrintableText.line(name);
    message = PrintableText.line(message);
    steps = List.copyOf(steps);
  }

  static JobSnapshot of(Job job) {
    Attempt attempt = job.attempt();
    return new JobSnapshot(
        job.index(),
        job.planned().id(),
        job.planned().name(),
        attempt.number(),
        attempt.leases(),
        Machine.wireName(attempt.state()),
        attempt instanceof Attempt.Ended || attempt.reason().code().isWait()
            ? attempt.reason().message()
            : "",
        shownState(
            Machine.wireName(attempt.state()),
            attempt.state().isFailure() && !job.planned().isRequired(),
            attempt.reason().code()),
        attempt instanceof Attempt.WithAgent held ? held.startedAt() : Optional.empty(),
        attempt instanceof Attempt.Ended ended ? Optional.of(ended.since()) : Optional.empty(),
        steps(attempt).stream()
            .map(step -> StepProgress.of(job.planned(), attempt, step))
            .toList());
  }

  private static List<Step> steps(Attempt attempt) {
    return switch (attempt) {
      case Attempt.Idle _ -> List.of();
      case Attempt.WithAgent held -> held.steps();
      case Attempt.Ended ended -> ended.steps();
    };
  }

  static JobSnapshot of(AttemptRow row, List<StepRow> steps) {
    boolean isOver =
        AttemptMachine.MACHINE.isTerminal(Machine.ofWireName(AttemptState.class, row.state()));
    boolean isWait = Machine.ofWireName(ReasonCode.class, row.reason()).isWait();
    return new JobSnapshot(
        row.job(),
        row.jobId(),
        row.name(),
        row.attempt(),
        0,
        row.state(),
        isOver || isWait ? row.message() : "",
        shownState(row),
        Optional.ofNullable(row.startedAt()),
        Optional.ofNullable(row.endedAt()),
        steps.stream().map(StepProgress::of).toList());
  }

  public AttemptRef ref() {
    return new AttemptRef(index, attempt);
  }

  /// The name, with the attempt's number from the second on.
  public String displayName() {
    return displayName(attempt);
  }

  /// The name with the number of one of its attempts.
  public String displayName(int number) {
    return number == 1 ? name : name + " (attempt " + number + ")";
  }

  public boolean isOver() {
    return AttemptMachine.MACHINE.isTerminal(Machine.ofWireName(AttemptState.class, state));
  }

  public boolean isHeld() {
    return state.equals("held");
  }

  public boolean isWaiting() {
    return isHeld() || state.equals("waiting") || state.equals("queued");
  }

  /// The state of an attempt as it is shown.
  public static String shownState(AttemptRow row) {
    return shownState(
        row.state(), row.tolerated(), Machine.ofWireName(ReasonCode.class, row.reason()));
  }

  private static String shownState(String state, boolean isTolerated, ReasonCode reason) {
    if (isTolerated) {
      return TOLERATED;
    }
    return reason == ReasonCode.REUSED ? KEPT : state;
  }

  public boolean isTolerated() {
    return shownState.equals(TOLERATED);
  }

  /// The step that is running.
  public Optional<StepProgress> currentStep() {
    return steps.stream().filter(StepProgress::isRunning).findFirst();
  }

  /// The number of its steps, hooks not counted.
  public long stepCount() {
    return steps.stream().filter(step -> !step.isHook()).count();
  }
}

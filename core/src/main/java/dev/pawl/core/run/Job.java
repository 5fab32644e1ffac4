package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.plan.PlannedJob;
import java.util.List;
import java.util.Optional;

/// A job of a run: always with a current attempt, whose state is the job's.
///
/// @param dependents the jobs that need this one, so that an end costs what depends on it
/// @param unmetNeeds how many of its needs have not ended
/// @param protection how far it came past reviewers and timers; kept through retries
/// @param place its current attempt's place in a concurrency group, or in the queue for one
public record Job(
    int index,
    PlannedJob planned,
    List<Integer> dependents,
    Attempt attempt,
    int unmetNeeds,
    Protection protection,
    Optional<Place> place) {

  public Job {
    dependents = List.copyOf(dependents);
  }

  /// Reviewers and timers, as far as they are passed.
  ///
  /// @param approvals who approved, in order
  /// @param isCleared whether the job has been let through
  public record Protection(List<String> approvals, boolean isCleared) {
    public static final Protection NONE = new Protection(List.of(), false);

    public Protection {
      approvals = List.copyOf(approvals);
    }
  }

  public AttemptRef ref() {
    return new AttemptRef(index, attempt.number());
  }

  public boolean isOver() {
    return AttemptMachine.MACHINE.isTerminal(attempt.state());
  }

  /// Whether an agent has it.
  public boolean isOut() {
    return attempt instanceof Attempt.WithAgent;
  }

  public Job with(Attempt attempt) {
    return new Job(index, planned, dependents, attempt, unmetNeeds, protection, place);
  }

  public Job with(Protection protection) {
    return new Job(index, planned, dependents, attempt, unmetNeeds, protection, place);
  }

  public Job with(Optional<Place> place) {
    return new Job(index, planned, dependents, attempt, unmetNeeds, protection, place);
  }

  Job withNeeds(int change) {
    return new Job(index, planned, dependents, attempt, unmetNeeds + change, protection, place);
  }

  Job planned(PlannedJob planned, int unmetNeeds) {
    return new Job(index, planned, dependents, attempt, unmetNeeds, protection, place);
  }

  Job neededBy(List<Integer> dependents) {
    return new Job(index, planned, dependents, attempt, unmetNeeds, protection, place);
  }
}

package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lifecycle.AttemptMachine;

/// A job of a run: always with a current attempt, whose state is the job's.
///
/// @param unmetNeeds how many of its needs have not ended; kept as a count, so that an end costs
///   what depends on it and no more
public record Job(int index, Attempt attempt, int unmetNeeds) {

  public AttemptRef ref() {
    return new AttemptRef(index, attempt.number());
  }

  public boolean isOver() {
    return AttemptMachine.MACHINE.isTerminal(attempt.state());
  }

  public Job with(Attempt attempt) {
    return new Job(index, attempt, unmetNeeds);
  }

  public Job withOneNeedLess() {
    return new Job(index, attempt, unmetNeeds - 1);
  }
}

package dev.pawl.core.event;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.step.StepType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A job and its current attempt as the rows of a store have them: as much as is needed to end it.
///
/// @param attempt the number of the attempt
/// @param leases the number of leases so far
/// @param lease its live lease, exactly while an agent has it
/// @param steps its steps in their order, while an agent has it
public record RestoredJob(
    String id,
    String name,
    List<String> runsOn,
    int attempt,
    AttemptState state,
    Instant since,
    Reason reason,
    int leases,
    Optional<LiveLease> lease,
    Optional<Instant> startedAt,
    List<RestoredStep> steps,
    Optional<GroupPlace> place) {

  public RestoredJob {
    runsOn = List.copyOf(runsOn);
    steps = List.copyOf(steps);
  }

  /// The lease under which an agent has the attempt.
  public record LiveLease(int number, LeaseState state, String agent, Instant renewedAt) {}

  /// A step of the attempt.
  public record RestoredStep(StepType type, String name, StepState state, int tries) {}
}

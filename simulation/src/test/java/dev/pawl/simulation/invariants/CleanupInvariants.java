package dev.pawl.simulation.invariants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.group.Group;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;

/// What is over leaves nothing behind.
final class CleanupInvariants implements InvariantCheck {

  private final ViolationRecorder verdict;

  CleanupInvariants(ViolationRecorder verdict) {
    this.verdict = verdict;
  }

  /// A run that is over has no place and no lease, from the very commit that ended it.
  @Override
  public void change(ObservedChange seen) {
    Run run = seen.after();
    if (!run.isOver()) {
      return;
    }
    if (run.place().isPresent()) {
      verdict.violated(
          Invariant.NOTHING_LEFT, "run %s is over, in %s".formatted(run.id(), run.place()));
    }
    for (Job job : run.jobs()) {
      if (job.place().isPresent() || job.attempt() instanceof Attempt.WithAgent) {
        verdict.violated(
            Invariant.NOTHING_LEFT, "run %s is over, with %s".formatted(run.id(), job));
      }
    }
    if (seen.change().nextDue().isPresent()) {
      verdict.violated(
          Invariant.NOTHING_LEFT, "run %s is over, with a deadline".formatted(run.id()));
    }
  }

  @Override
  public void atRest(ReferenceState shadow) {
    for (Group group : shadow.groups().values()) {
      if (!group.members().isEmpty()) {
        verdict.violated(Invariant.NOTHING_LEFT, "still in a group: " + group);
      }
    }
    for (Agent agent : shadow.agents().values()) {
      if (!agent.leases().isEmpty()) {
        verdict.violated(Invariant.NOTHING_LEFT, "still with an agent: " + agent);
      }
    }
  }
}

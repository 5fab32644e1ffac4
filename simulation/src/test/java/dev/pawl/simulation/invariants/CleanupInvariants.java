package dev.pawl.simulation.invariants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.group.Group;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;

/// Checks that a finished run leaves no place, lease or deadline behind, but the place that it
/// keeps while processes of it may run, and the deadline of that.
final class CleanupInvariants implements InvariantCheck {

  private final ViolationRecorder violations;

  CleanupInvariants(ViolationRecorder violations) {
    this.violations = violations;
  }

  /// From the very commit that ended the run.
  @Override
  public void change(ObservedChange seen) {
    Run run = seen.after();
    if (!run.isOver()) {
      return;
    }
    boolean keepsAPlace = keepsAPlace(run);
    if (run.place().isPresent() && run.place().get().keptUntil().isEmpty()) {
      violations.violated(
          Invariant.NOTHING_LEFT, "run %s is over, in %s".formatted(run.id(), run.place()));
    }
    for (Job job : run.jobs()) {
      boolean isInAGroup = job.place().isPresent() && job.place().get().keptUntil().isEmpty();
      if (isInAGroup || job.attempt() instanceof Attempt.WithAgent) {
        violations.violated(
            Invariant.NOTHING_LEFT, "run %s is over, with %s".formatted(run.id(), job));
      }
    }
    if (seen.change().nextDue().isPresent() != keepsAPlace) {
      violations.violated(
          Invariant.NOTHING_LEFT,
          "run %s is over, keeps a place: %s, deadline: %s"
              .formatted(run.id(), keepsAPlace, seen.change().nextDue()));
    }
  }

  private static boolean keepsAPlace(Run run) {
    boolean isKept = run.place().isPresent();
    for (Job job : run.jobs()) {
      isKept |= job.place().isPresent();
    }
    return isKept;
  }

  @Override
  public void atRest(ReferenceState reference) {
    for (Group group : reference.groups().values()) {
      if (!group.members().isEmpty()) {
        violations.violated(Invariant.NOTHING_LEFT, "still in a group: " + group);
      }
    }
    for (Agent agent : reference.agents().values()) {
      if (!agent.leases().isEmpty()) {
        violations.violated(Invariant.NOTHING_LEFT, "still with an agent: " + agent);
      }
    }
  }
}

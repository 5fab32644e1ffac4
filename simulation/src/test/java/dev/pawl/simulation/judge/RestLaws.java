package dev.pawl.simulation.judge;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.group.Group;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;

/// What is over leaves nothing behind.
final class RestLaws implements Invariant {

  private final Verdict verdict;

  RestLaws(Verdict verdict) {
    this.verdict = verdict;
  }

  /// A run that is over has no place and no lease, from the very commit that ended it.
  @Override
  public void change(Seen seen) {
    Run run = seen.after();
    if (!run.isOver()) {
      return;
    }
    if (run.place().isPresent()) {
      verdict.broken(Law.NOTHING_LEFT, "run %s is over, in %s".formatted(run.id(), run.place()));
    }
    for (Job job : run.jobs()) {
      if (job.place().isPresent() || job.attempt() instanceof Attempt.WithAgent) {
        verdict.broken(Law.NOTHING_LEFT, "run %s is over, with %s".formatted(run.id(), job));
      }
    }
    if (seen.change().nextDue().isPresent()) {
      verdict.broken(Law.NOTHING_LEFT, "run %s is over, with a deadline".formatted(run.id()));
    }
  }

  @Override
  public void atRest(Shadow shadow) {
    for (Group group : shadow.groups().values()) {
      if (!group.members().isEmpty()) {
        verdict.broken(Law.NOTHING_LEFT, "still in a group: " + group);
      }
    }
    for (Agent agent : shadow.agents().values()) {
      if (!agent.leases().isEmpty()) {
        verdict.broken(Law.NOTHING_LEFT, "still with an agent: " + agent);
      }
    }
  }
}

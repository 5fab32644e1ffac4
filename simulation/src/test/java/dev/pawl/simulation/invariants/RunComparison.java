package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;

/// Compares runs without the renewal times of their leases, which are in no journal and may differ
/// between orchestrators.
final class RunComparison {

  static boolean areSame(Run one, Run other) {
    return without(one).equals(without(other));
  }

  private static Run without(Run run) {
    Run without = run;
    for (Job job : run.jobs()) {
      if (job.attempt() instanceof Attempt.WithAgent held) {
        var timeless = held.with(held.lease().renewed(Instant.EPOCH));
        without = without.with(without.graph().with(without.job(job.index()).with(timeless)));
      }
    }
    return without;
  }

  private RunComparison() {}
}

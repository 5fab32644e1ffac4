package dev.pawl.core.attempt;

import dev.pawl.core.engine.Reason;
import dev.pawl.core.lease.Lease;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.step.Step;
import java.time.Instant;
import java.util.List;

/// One try at one job. A job's state is that of its current attempt.
///
/// The shape follows the lease: an attempt has a live lease exactly while it is [WithAgent].
public sealed interface Attempt {

  int number();

  AttemptState state();

  /// When it came into its state.
  Instant since();

  /// How many leases it has had; the next one's number is one more.
  int leases();

  /// No agent has it: pending, held, waiting or queued.
  record Idle(int number, AttemptState state, Instant since, int leases) implements Attempt {}

  /// An agent has it: leased, starting, running, uploading, recovering or cancelling. Its steps are
  /// there from START on.
  record WithAgent(int number, AttemptState state, Instant since, Lease lease, List<Step> steps)
      implements Attempt {

    public WithAgent {
      steps = List.copyOf(steps);
    }

    @Override
    public int leases() {
      return lease.number();
    }
  }

  /// It is over.
  record Ended(
      int number, AttemptState state, Instant since, int leases, List<Step> steps, Reason reason)
      implements Attempt {

    public Ended {
      steps = List.copyOf(steps);
    }
  }
}

package dev.pawl.core.engine;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.step.StepEnd;

/// Something that happened to one entity of a run: the row of its machine that was taken, and the
/// facts that the new state carries. Replaying a run's events gives its state again.
public sealed interface Event {

  Reason reason();

  /// The run took a row of its table.
  record RunMoved(RunEvent event, Reason reason) implements Event {}

  /// The run has a plan: its row PLANNED.
  record RunPlanned(Plan plan, Reason reason) implements Event {}

  /// An attempt took a row of its table.
  record AttemptMoved(AttemptRef attempt, AttemptEvent event, Reason reason) implements Event {}

  /// An agent was given an attempt: its row LEASE, and a lease in its first state.
  record AttemptLeased(LeaseRef lease, String agent, Reason reason) implements Event {}

  /// A lease took a row of its table.
  record LeaseMoved(LeaseRef lease, LeaseEvent event, Reason reason) implements Event {}

  /// A lease lives on. Liveness only: it takes no row, and is in no journal.
  record LeaseRenewed(LeaseRef lease) implements Event {
    @Override
    public Reason reason() {
      return Reason.PROGRESS;
    }
  }

  /// A step took a row of its table.
  ///
  /// @param end how its process ended; [StepEnd#NEVER_RAN] where the step is not over or had none
  record StepMoved(AttemptRef attempt, int step, StepEvent event, StepEnd end, Reason reason)
      implements Event {}
}

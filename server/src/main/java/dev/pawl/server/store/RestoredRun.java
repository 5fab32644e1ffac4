package dev.pawl.server.store;

import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.run.Run;

/// A run as its rows have it, for a run that cannot be decided by its journal.
///
/// @param bare the run as its trigger created it
/// @param event the event that makes it what the rows say
public record RestoredRun(Run bare, RunRestored event) {

  /// Whether the run has ended.
  public boolean isOver() {
    return RunMachine.MACHINE.isTerminal(event.state());
  }

  /// The run in the state of its rows.
  public Run run() {
    return EventApplier.apply(bare, event, event.since());
  }
}

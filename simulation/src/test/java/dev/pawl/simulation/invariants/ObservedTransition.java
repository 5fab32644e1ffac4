package dev.pawl.simulation.invariants;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import java.time.Instant;

/// One line of a run's journal, with the run as the journal tells it before and after.
record ObservedTransition(Run before, Run after, Transition transition, Change change) {

  DomainEvent cause() {
    return transition.cause();
  }

  Instant at() {
    return change.at();
  }

  @Override
  public String toString() {
    return "run %s: %s %s, %s %s to %s, by %s"
        .formatted(
            after.id().value(),
            transition.machine(),
            transition.entity(),
            transition.from(),
            transition.event(),
            transition.to(),
            transition.actor());
  }
}

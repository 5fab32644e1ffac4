package dev.pawl.simulation.invariants;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import java.time.Instant;

/// A committed transition of a run, with the run before and after it.
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

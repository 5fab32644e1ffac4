package dev.pawl.simulation.invariants;

import dev.pawl.simulation.monitor.ReferenceState;

/// A family of invariants that are checked on every transition, on every change, or at the end.
interface InvariantCheck {

  /// A transition of a run was committed.
  default void line(ObservedTransition line) {}

  /// All transitions of one decision were committed.
  default void change(ObservedChange seen) {}

  /// Everything is over and delivered.
  default void atRest(ReferenceState reference) {}
}

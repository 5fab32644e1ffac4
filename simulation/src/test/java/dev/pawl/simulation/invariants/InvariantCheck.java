package dev.pawl.simulation.invariants;

import dev.pawl.simulation.monitor.ReferenceState;

/// A family of laws. Each looks at what it needs, and tells the verdict.
interface InvariantCheck {

  /// One line of a run's journal was written.
  default void line(ObservedTransition line) {}

  /// All lines of one decision were written.
  default void change(ObservedChange seen) {}

  /// Everything is over, and there was time for everything to be delivered.
  default void atRest(ReferenceState shadow) {}
}

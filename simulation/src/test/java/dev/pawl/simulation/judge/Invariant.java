package dev.pawl.simulation.judge;

/// A family of laws. Each looks at what it needs, and tells the verdict.
interface Invariant {

  /// One line of a run's journal was written.
  default void line(Line line) {}

  /// All lines of one decision were written.
  default void change(Seen seen) {}

  /// Everything is over, and there was time for everything to be delivered.
  default void atRest(Shadow shadow) {}
}

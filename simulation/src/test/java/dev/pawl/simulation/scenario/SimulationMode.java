package dev.pawl.simulation.scenario;

import java.util.Locale;
import java.util.Optional;

/// The kind of property that a simulation checks.
public enum SimulationMode {
  /// Faults throughout; nothing bad ever happens.
  SAFETY,
  /// Faults stop after some time; then everything ends, within a time that follows from its own
  /// policy.
  LIVENESS;

  /// The name on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<SimulationMode> named(String word) {
    for (SimulationMode mode : values()) {
      if (mode.word().equals(word)) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }
}

package dev.pawl.simulation.scenario;

import java.util.Locale;
import java.util.Optional;

/// What a simulation is to show.
public enum SimulationMode {
  /// Nothing wrong ever happens, with faults throughout.
  SAFETY,
  /// Faults stop after a while; then everything ends, in a time computed from its own policy.
  LIVENESS;

  /// As the command line names it.
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

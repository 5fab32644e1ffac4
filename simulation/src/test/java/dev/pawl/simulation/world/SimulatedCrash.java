package dev.pawl.simulation.world;

/// An orchestrator dies here. Whatever catches it is dead already, and nobody hears of it.
final class SimulatedCrash extends RuntimeException {
  SimulatedCrash() {
    super("crash", null, false, false);
  }
}

package dev.pawl.simulation.world;

/// Thrown where an orchestrator crashes. Code that catches it belongs to the crashed process;
/// nobody sees what it does.
final class SimulatedCrash extends RuntimeException {
  SimulatedCrash() {
    super("crash", null, false, false);
  }
}

package dev.pawl.simulation.world;

/// An orchestrator dies here. Whatever catches it is dead already, and nobody hears of it.
final class Crash extends RuntimeException {
  Crash() {
    super("crash", null, false, false);
  }
}

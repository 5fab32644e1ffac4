package dev.pawl.simulation.monitor;

/// A violated invariant, and how it was violated.
public record Violation(Invariant invariant, String how) {
  @Override
  public String toString() {
    return "invariant " + invariant + ": " + how;
  }
}

package dev.pawl.simulation.monitor;

/// A violated invariant, and how it was violated.
public record Violation(Invariant law, String how) {
  @Override
  public String toString() {
    return "invariant " + law + ": " + how;
  }
}

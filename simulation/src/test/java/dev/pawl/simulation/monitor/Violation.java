package dev.pawl.simulation.monitor;

/// A law that was broken, and how.
public record Violation(Invariant law, String how) {
  @Override
  public String toString() {
    return "invariant " + law + ": " + how;
  }
}

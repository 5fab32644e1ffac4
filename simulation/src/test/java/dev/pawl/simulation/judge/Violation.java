package dev.pawl.simulation.judge;

/// A law that was broken, and how.
public record Violation(Law law, String how) {
  @Override
  public String toString() {
    return "invariant " + law + ": " + how;
  }
}

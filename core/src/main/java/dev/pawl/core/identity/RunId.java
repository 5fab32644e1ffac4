package dev.pawl.core.identity;

/// Identifies a run. Its creator chooses it: unique, and sorted by time.
public record RunId(String value) {

  @Override
  public String toString() {
    return value;
  }
}

package dev.pawl.core.identity;

/// A run's identity, given by whoever creates it: unique, and sorted by time.
public record RunId(String value) {

  @Override
  public String toString() {
    return value;
  }
}

package dev.pawl.server.runtime;

/// How much is in something that must not grow without an end.
///
/// @param name the class and the field that holds it
/// @param most what it may hold, with all that is inside of it, while no turn is under way
public record Bounded(String name, long size, long most) {

  public boolean isWithin() {
    return size <= most;
  }
}

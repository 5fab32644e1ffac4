package dev.pawl.server;

/// How much is in something that must not grow without an end.
///
/// @param name the class and the field that holds it
/// @param limit what it may hold, with all that is inside of it, while no turn is under way
public record BoundedSize(String name, long size, long limit) {

  public boolean isWithinLimit() {
    return size <= limit;
  }
}

package dev.pawl.server;

/// Size of something that must not grow without an end.
///
/// @param name the class and the field
/// @param limit its largest size between two turns of the loop
public record BoundedSize(String name, long size, long limit) {

  public boolean isWithinLimit() {
    return size <= limit;
  }
}

package dev.pawl.server.disk;

/// How much of a disk is free.
public enum DiskLevel {
  ENOUGH,
  /// Nearly full: nothing is begun that takes up space.
  LOW,
  /// The reserve is used, or there is none.
  FULL
}

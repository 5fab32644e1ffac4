package dev.pawl.server.disk;

/// Level of the free space of a disk.
public enum DiskLevel {
  ENOUGH,
  /// Nearly full: nothing is begun that takes up space.
  LOW,
  /// The reserve is used, or there is none.
  FULL
}

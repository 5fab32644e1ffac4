package dev.pawl.server.repositories;

import java.time.Duration;

/// The moment until which one snapshot of a repository may be read: its waits and its git commands
/// share it, so that the request that needs the snapshot can still be answered.
///
/// @param limit the time from the first wait to there
/// @param end by this process's monotonic clock
record SnapshotDeadline(Duration limit, long end) {

  static SnapshotDeadline after(Duration limit) {
    return new SnapshotDeadline(limit, System.nanoTime() + limit.toNanos());
  }

  /// The time that is left for one step, which has a limit of its own; never negative.
  Duration left(Duration limitOfStep) {
    long left = Math.min(end - System.nanoTime(), limitOfStep.toNanos());
    return Duration.ofNanos(Math.max(0, left));
  }

  /// The problem of a step that took longer than was left for it.
  RepositoryUnavailable exceeded(Duration limitOfStep) {
    boolean isOver = end - System.nanoTime() <= 0;
    return RepositoryUnavailable.unreachable(
        isOver
            ? "reading it took longer than %d s in all".formatted(limit.toSeconds())
            : "it took longer than %d s".formatted(limitOfStep.toSeconds()));
  }
}

package dev.pawl.simulation.invariants;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;

/// Checks that a version rises by one with each commit, and only then.
final class VersionInvariants {

  static void check(
      ViolationRecorder violations, Aggregate before, Aggregate after, boolean isWritten) {
    long expected = before.version() + (isWritten ? 1 : 0);
    if (after.version() != expected) {
      violations.violated(
          Invariant.VERSION_BY_ONE,
          "%s %s went from version %d to %d"
              .formatted(after.kind(), after.key(), before.version(), after.version()));
    }
  }

  private VersionInvariants() {}
}

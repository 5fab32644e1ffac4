package dev.pawl.simulation.invariants;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;

/// Versions rise by one with each commit, and not without.
final class VersionInvariants {

  static void check(
      ViolationRecorder verdict, Aggregate before, Aggregate after, boolean isWritten) {
    long expected = before.version() + (isWritten ? 1 : 0);
    if (after.version() != expected) {
      verdict.violated(
          Invariant.VERSION_BY_ONE,
          "%s %s went from version %d to %d"
              .formatted(after.kind(), after.key(), before.version(), after.version()));
    }
  }

  private VersionInvariants() {}
}

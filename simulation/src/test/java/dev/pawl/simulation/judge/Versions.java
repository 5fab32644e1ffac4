package dev.pawl.simulation.judge;

import dev.pawl.core.engine.Aggregate;

/// Versions rise by one with each commit, and not without.
final class Versions {

  static void check(Verdict verdict, Aggregate before, Aggregate after, boolean isWritten) {
    long expected = before.version() + (isWritten ? 1 : 0);
    if (after.version() != expected) {
      verdict.broken(
          Law.VERSION_BY_ONE,
          "%s %s went from version %d to %d"
              .formatted(after.kind(), after.key(), before.version(), after.version()));
    }
  }

  private Versions() {}
}

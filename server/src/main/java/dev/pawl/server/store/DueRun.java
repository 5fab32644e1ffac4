package dev.pawl.server.store;

import dev.pawl.core.identity.RunId;
import java.time.Instant;
import java.util.Comparator;

/// A run whose next deadline has passed. The order is total, the longest overdue first, so that
/// runs can be read in pages.
///
/// @param at its next deadline, or an earlier time: a deadline that moved is corrected when it
///   passes
public record DueRun(Instant at, RunId run) implements Comparable<DueRun> {

  private static final Comparator<DueRun> ORDER =
      Comparator.comparing(DueRun::at).thenComparing(due -> due.run().value());

  /// Sorts before all due runs.
  public static final DueRun FIRST = new DueRun(Instant.EPOCH, new RunId(""));

  @Override
  public int compareTo(DueRun other) {
    return ORDER.compare(this, other);
  }
}

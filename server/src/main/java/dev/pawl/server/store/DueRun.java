package dev.pawl.server.store;

import dev.pawl.core.identity.RunId;
import java.time.Instant;
import java.util.Comparator;

/// A run whose next deadline has come. The longest overdue is first; total, as an [QueuePosition]
/// is.
///
/// @param at what its next deadline is, as far as the store knows
public record DueRun(Instant at, RunId run) implements Comparable<DueRun> {

  private static final Comparator<DueRun> ORDER =
      Comparator.comparing(DueRun::at).thenComparing(due -> due.run().value());

  /// Before all of them.
  public static final DueRun FIRST = new DueRun(Instant.EPOCH, new RunId(""));

  @Override
  public int compareTo(DueRun other) {
    return ORDER.compare(this, other);
  }
}

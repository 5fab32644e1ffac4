package dev.pawl.server.runtime;

import dev.pawl.core.run.RunId;
import java.time.Instant;
import java.util.Comparator;

/// A run whose next deadline has come. The longest overdue is first; total, as an [Age] is.
///
/// @param at what its next deadline is, as far as the store knows
public record Due(Instant at, RunId run) implements Comparable<Due> {

  private static final Comparator<Due> ORDER =
      Comparator.comparing(Due::at).thenComparing(due -> due.run().value());

  /// Before all of them.
  public static final Due FIRST = new Due(Instant.EPOCH, new RunId(""));

  @Override
  public int compareTo(Due other) {
    return ORDER.compare(this, other);
  }
}

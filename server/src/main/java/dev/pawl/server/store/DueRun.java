package dev.pawl.server.store;

import dev.pawl.core.identity.RunId;
import java.time.Instant;

/// A run whose next deadline has passed. The order is total, the longest overdue first, so that
/// runs can be read in pages.
///
/// @param at its next deadline, or an earlier time: a deadline that moved is corrected when it
///   passes
public record DueRun(Instant at, RunId run) implements Comparable<DueRun> {

  /// Sorts before all due runs.
  public static final DueRun FIRST = new DueRun(Instant.EPOCH, new RunId(""));

  @Override
  public int compareTo(DueRun other) {
    int order = at.compareTo(other.at);
    return order != 0 ? order : run.value().compareTo(other.run.value());
  }
}

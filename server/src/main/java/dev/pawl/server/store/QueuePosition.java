package dev.pawl.server.store;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import java.time.Instant;

/// The position of an attempt in the queue, by the time at which it was queued. The order is total,
/// so that the queue can be read in pages and is always served in the same order.
public record QueuePosition(Instant since, RunId run, AttemptRef attempt)
    implements Comparable<QueuePosition> {

  /// Sorts before all attempts.
  public static final QueuePosition FIRST = from(Instant.EPOCH);

  /// Sorts before all attempts that were queued at that time or later.
  public static QueuePosition from(Instant time) {
    return new QueuePosition(time, new RunId(""), new AttemptRef(0, 0));
  }

  public static QueuePosition of(QueuedAttempt queued) {
    return new QueuePosition(queued.since(), queued.run(), queued.attempt());
  }

  @Override
  public int compareTo(QueuePosition other) {
    int order = since.compareTo(other.since);
    order = order != 0 ? order : run.value().compareTo(other.run.value());
    order = order != 0 ? order : Integer.compare(attempt.job(), other.attempt.job());
    return order != 0 ? order : Integer.compare(attempt.attempt(), other.attempt.attempt());
  }
}

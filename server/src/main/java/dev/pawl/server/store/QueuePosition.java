package dev.pawl.server.store;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import java.time.Instant;
import java.util.Comparator;

/// Where an attempt stands in the queue: whoever came first is before. Total, so that a page of the
/// queue may begin after any of them, and the same queue is always served the same.
public record QueuePosition(Instant since, RunId run, AttemptRef attempt)
    implements Comparable<QueuePosition> {

  private static final Comparator<QueuePosition> ORDER =
      Comparator.comparing(QueuePosition::since)
          .thenComparing(age -> age.run().value())
          .thenComparingInt(age -> age.attempt().job())
          .thenComparingInt(age -> age.attempt().attempt());

  /// Before everybody.
  public static final QueuePosition FIRST = from(Instant.EPOCH);

  /// Before all who came then or later.
  public static QueuePosition from(Instant time) {
    return new QueuePosition(time, new RunId(""), new AttemptRef(0, 0));
  }

  public static QueuePosition of(QueuedAttempt ready) {
    return new QueuePosition(ready.since(), ready.run(), ready.attempt());
  }

  @Override
  public int compareTo(QueuePosition other) {
    return ORDER.compare(this, other);
  }
}

package dev.pawl.server.runtime;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.run.RunId;
import java.time.Instant;
import java.util.Comparator;

/// Where an attempt stands in the queue: whoever came first is before. Total, so that a page of the
/// queue may begin after any of them, and the same queue is always served the same.
public record Age(Instant since, RunId run, AttemptRef attempt) implements Comparable<Age> {

  private static final Comparator<Age> ORDER =
      Comparator.comparing(Age::since)
          .thenComparing(age -> age.run().value())
          .thenComparingInt(age -> age.attempt().job())
          .thenComparingInt(age -> age.attempt().attempt());

  /// Before everybody.
  public static final Age FIRST = from(Instant.EPOCH);

  /// Before all who came then or later.
  public static Age from(Instant time) {
    return new Age(time, new RunId(""), new AttemptRef(0, 0));
  }

  public static Age of(Ready ready) {
    return new Age(ready.since(), ready.run(), ready.attempt());
  }

  @Override
  public int compareTo(Age other) {
    return ORDER.compare(this, other);
  }
}

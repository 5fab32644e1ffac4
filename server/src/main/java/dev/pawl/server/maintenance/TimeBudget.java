package dev.pawl.server.maintenance;

import java.time.Duration;

/// The time that one request may take.
record TimeBudget(long end) {

  /// The connection of a request is closed after two minutes.
  static final Duration REQUEST = Duration.ofSeconds(40);

  static TimeBudget of(Duration time) {
    return new TimeBudget(System.nanoTime() + time.toNanos());
  }

  boolean isOver() {
    return System.nanoTime() - end >= 0;
  }
}

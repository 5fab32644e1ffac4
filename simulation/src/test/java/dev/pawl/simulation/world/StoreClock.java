package dev.pawl.simulation.world;

import java.time.Instant;
import java.time.InstantSource;

/// The store's clock, which everybody uses. It may be set a little forward or back, as when another
/// machine takes over the database.
final class StoreClock implements InstantSource {

  /// Largest offset in milliseconds. Between an agent that stops in time and its successor are two
  /// seconds; one change of the clock must not use them up.
  static final int FARTHEST = 900;

  private final Timeline timeline;
  private long offset;

  StoreClock(Timeline timeline) {
    this.timeline = timeline;
  }

  void set(long millis) {
    offset = millis;
  }

  @Override
  public Instant instant() {
    return timeline.instant().plusMillis(offset);
  }
}

package dev.pawl.simulation.world;

import java.time.Instant;
import java.time.InstantSource;

/// The clock that everybody goes by: the store's. It may be set a little forward or back, as when
/// another machine takes the database over.
final class StoreClock implements InstantSource {

  /// The farthest it is ever off. A lease's end leaves two seconds between an agent that stops in
  /// time and its successor: no clock may take more than that at once.
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

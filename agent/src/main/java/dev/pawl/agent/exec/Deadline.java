package dev.pawl.agent.exec;

import java.time.Duration;

/// Until when something may take, by this process's own clock.
///
/// @param message what is said of what took longer
record Deadline(long nanoTime, String message) {

  static Deadline in(Duration time, String message) {
    return new Deadline(System.nanoTime() + time.toNanos(), message);
  }

  Deadline plus(Duration time) {
    return new Deadline(nanoTime + time.toNanos(), message);
  }

  Duration left() {
    return Duration.ofNanos(nanoTime - System.nanoTime());
  }

  boolean isOver() {
    return left().isNegative();
  }

  Deadline orEarlier(Deadline other) {
    return other.nanoTime - nanoTime < 0 ? other : this;
  }
}

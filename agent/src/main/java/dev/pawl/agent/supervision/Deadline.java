package dev.pawl.agent.supervision;

import java.time.Duration;

/// Until when something may take, by this process's own clock.
///
/// @param message what is said of what took longer
public record Deadline(long nanoTime, String message) {

  public static Deadline after(Duration time, String message) {
    return new Deadline(System.nanoTime() + time.toNanos(), message);
  }

  public Deadline plus(Duration time) {
    return new Deadline(nanoTime + time.toNanos(), message);
  }

  public Duration remaining() {
    return Duration.ofNanos(nanoTime - System.nanoTime());
  }

  public boolean isOver() {
    return remaining().isNegative();
  }

  public Deadline orEarlier(Deadline other) {
    return other.nanoTime - nanoTime < 0 ? other : this;
  }
}

package dev.pawl.agent.supervision;

import java.time.Duration;

/// A point in time, by this process's monotonic clock, at which something is stopped.
///
/// @param message the reason given for whatever exceeds the deadline
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

  /// A timeout as users read it: `5m` `90s` `1500ms`.
  public static String text(Duration timeout) {
    long millis = timeout.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    return millis % 60_000 == 0 ? timeout.toMinutes() + "m" : timeout.toSeconds() + "s";
  }
}

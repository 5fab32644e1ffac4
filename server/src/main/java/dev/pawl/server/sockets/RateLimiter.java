package dev.pawl.server.sockets;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Limits the messages that are read from one peer per second. A faster peer is read more slowly,
/// until its own writes block: no message is lost, and other peers are not slowed down. Used by the
/// one thread that reads.
final class RateLimiter {

  /// Messages per second in the long run, and in one burst.
  private static final int SUSTAINED = 2_000;

  private static final int BURST = 4_000;

  private static final Duration EACH = Duration.ofSeconds(1).dividedBy(SUSTAINED);

  /// When the last message was due at the allowed rate.
  private long due = System.nanoTime() - BURST * EACH.toNanos();

  /// Waits until one more message is allowed.
  void acquire() {
    long now = System.nanoTime();
    due = Math.max(due, now - BURST * EACH.toNanos()) + EACH.toNanos();
    while (due - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }
}

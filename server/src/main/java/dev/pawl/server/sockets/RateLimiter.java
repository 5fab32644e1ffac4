package dev.pawl.server.sockets;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// How fast one peer may talk. Whoever is faster is read more slowly, until its own writes wait: it
/// loses nothing, and takes nothing from the others. Used by the one thread that reads.
final class RateLimiter {

  /// Messages a second, for as long as it likes, and how many at once.
  private static final int SUSTAINED = 2_000;

  private static final int BURST = 4_000;

  private static final Duration EACH = Duration.ofSeconds(1).dividedBy(SUSTAINED);

  /// When the peer would have been allowed its last message, had it kept to its pace.
  private long due = System.nanoTime() - BURST * EACH.toNanos();

  /// One more message: waits until its time has come.
  void acquire() {
    long now = System.nanoTime();
    due = Math.max(due, now - BURST * EACH.toNanos()) + EACH.toNanos();
    while (due - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }
}

package dev.pawl.server.sockets;

import java.util.concurrent.atomic.AtomicInteger;

/// Counts the pings since the last sign of life of a peer.
///
/// It counts pings instead of reading a clock: a server that is overloaded pings less often, and so
/// takes no peer for dead that it did not come to read. Thousands of agents that are disconnected
/// for that reason, and connect again at once, would bring it down.
final class IdleCounter {

  private final AtomicInteger pings = new AtomicInteger();

  /// Whether a frame is being handled, which may have to wait for the loop or the disk.
  private volatile boolean isReading;

  void reset() {
    pings.set(0);
  }

  void beginRead() {
    isReading = true;
  }

  void endRead() {
    reset();
    isReading = false;
  }

  /// Whether there was a sign of life since the last ping.
  boolean isFresh() {
    return isReading || pings.get() == 0;
  }

  /// Counts one more ping. Returns how many have gone unanswered in a row.
  int increment() {
    return isReading ? 0 : pings.incrementAndGet();
  }
}

package dev.pawl.server.sockets;

import java.util.concurrent.atomic.AtomicInteger;

/// For how long nothing has been heard of somebody: counted in looks, and not by a clock. A server
/// that is itself behind looks less often, and so takes nobody for silent whom it has not read yet:
/// thousands that are sent away by that, and come again at once, would be the end of it.
final class IdleCounter {

  private final AtomicInteger looks = new AtomicInteger();

  /// Whether something that was said is being taken in, which may have to wait for others.
  private volatile boolean isTaking;

  void reset() {
    looks.set(0);
  }

  void beginRead() {
    isTaking = true;
  }

  void endRead() {
    reset();
    isTaking = false;
  }

  /// Looks once more. Says how many looks in a row have come to nothing.
  int increment() {
    return isTaking ? 0 : looks.incrementAndGet();
  }
}

package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;
import java.util.Arrays;

/// Ships one step's log, by offset. At most a window of bytes is on its way unacknowledged: a job
/// that prints faster than the server writes is slowed down, and no memory grows. Thread-safe.
public final class LogShipper {

  private final LogLink link;
  private final String leaseId;
  private final int stepIndex;
  private long sent;
  private long durable;
  private boolean isOver;

  public LogShipper(LogLink link, String leaseId, int stepIndex) {
    this.link = link;
    this.leaseId = leaseId;
    this.stepIndex = stepIndex;
  }

  /// Ships the first `length` bytes of `buffer`, waiting while the window is full.
  public synchronized void ship(byte[] buffer, int length) throws InterruptedException {
    for (int from = 0; from < length && !isOver; ) {
      int size = Math.min(length - from, LogFrame.MOST_BYTES);
      while (!isOver && sent + size - durable > LogFrame.WINDOW) {
        wait();
      }
      link.send(
          new LogFrame(leaseId, stepIndex, sent, Arrays.copyOfRange(buffer, from, from + size)));
      sent += size;
      from += size;
    }
  }

  /// Waits until everything shipped so far is durable, or the lease is over.
  public synchronized void flush() throws InterruptedException {
    while (!isOver && durable < sent) {
      wait();
    }
  }

  public synchronized void acknowledged(long offset) {
    durable = Math.max(durable, offset);
    notifyAll();
  }

  /// The lease is over: nothing more is shipped.
  public synchronized void close() {
    isOver = true;
    notifyAll();
  }
}

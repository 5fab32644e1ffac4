package dev.pawl.agent.logs;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// Ships the logs of one lease's steps. No more than a [LogWindow] is unacknowledged: a job that
/// prints faster than the server writes is slowed down, and memory stays bounded. Thread-safe.
public final class LogShipper {

  /// The longest time that bytes wait for more.
  private static final Duration MAX_DELAY = Duration.ofMillis(50);

  /// The JDK's own timer, shared by all jobs. It starts a thread of ours each time: the threads of
  /// its pool would swallow an error.
  private static final Executor AFTER_DELAY =
      CompletableFuture.delayedExecutor(
          MAX_DELAY.toNanos(),
          TimeUnit.NANOSECONDS,
          task -> Thread.ofVirtual().name("log timer").start(task));

  private final LogLink link;
  private final LogWindow window;
  private final Executor afterDelay;
  private boolean isTimed;
  private boolean isOver;
  private boolean isDisconnected;

  public LogShipper(LogLink link, String leaseId) {
    this(link, leaseId, AFTER_DELAY);
  }

  /// @param afterDelay runs a task after the longest time that bytes may wait
  LogShipper(LogLink link, String leaseId, Executor afterDelay) {
    this.link = link;
    this.afterDelay = afterDelay;
    this.window = new LogWindow(leaseId);
  }

  /// Ships the first `length` bytes of `buffer`, which a step has printed. Blocks while the window
  /// is full. A log that the server has cut does not fill it: its bytes are counted and dropped.
  public synchronized void ship(int step, byte[] buffer, int length) throws InterruptedException {
    for (int from = 0; from < length && !isOver; ) {
      while (!isOver && window.room() == 0 && !window.isCut(step)) {
        wait();
      }
      int left = length - from;
      int size = window.isCut(step) ? left : Math.min(left, window.room());
      window.print(step, buffer, from, size);
      from += size;
      send();
    }
  }

  /// Waits until everything shipped so far is durable, the lease is over, or the agent is
  /// disconnected. In that case the job continues, with at most a window to upload later.
  public synchronized void settle() throws InterruptedException {
    sendEnds();
    while (!isOver && !isDisconnected && !window.isDurable()) {
      wait();
    }
  }

  public synchronized boolean isDurable() {
    return isOver || window.isDurable();
  }

  /// Waits until everything shipped so far is durable, or the lease is over.
  public synchronized void flush() throws InterruptedException {
    sendEnds();
    while (!isOver && !window.isDurable()) {
      wait();
    }
  }

  /// The server has stored a step's log up to `offset`.
  ///
  /// @param isCut whether it keeps nothing of what follows
  public synchronized void acknowledged(int step, long offset, boolean isCut) {
    window.acknowledged(step, offset);
    if (isCut) {
      window.cut(step);
    }
    send();
    notifyAll();
  }

  /// There is no connection, until [#resume].
  public synchronized void disconnected() {
    isDisconnected = true;
    notifyAll();
  }

  /// There is a new connection: unacknowledged bytes are sent again.
  public synchronized void resume() {
    isDisconnected = false;
    window.resume();
    send();
  }

  private void sendEnds() {
    if (!isOver) {
      window.ends().forEach(link::send);
    }
  }

  private void send() {
    if (!isOver) {
      window.frames().forEach(link::send);
      if (!isTimed && window.isAnythingWaiting()) {
        isTimed = true;
        afterDelay.execute(this::sendWaiting);
      }
    }
  }

  /// Bytes that arrived after the timer was started are sent a little early.
  private synchronized void sendWaiting() {
    isTimed = false;
    if (!isOver) {
      window.waiting().forEach(link::send);
    }
  }

  /// The lease is over: nothing more is shipped, and no thread waits.
  public synchronized void close() {
    isOver = true;
    notifyAll();
  }
}

package dev.pawl.agent.logs;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// Ships the log of one lease's steps. No more than its [LogWindow] is unacknowledged: a job that
/// prints faster than the server writes is slowed down, and no memory grows. Thread-safe.
public final class LogShipper {

  /// How long bytes wait for more at the most.
  private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

  /// The JDK's one thread that waits, whatever the number of jobs.
  private static final Executor IN_A_WHILE =
      CompletableFuture.delayedExecutor(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS);

  private final LogLink link;
  private final LogWindow window;
  private final Executor inAWhile;
  private boolean isTimed;
  private boolean isOver;
  private boolean isCutOff;

  public LogShipper(LogLink link, String leaseId) {
    this(link, leaseId, IN_A_WHILE);
  }

  /// @param inAWhile does what it is given after the longest time that bytes are to wait
  LogShipper(LogLink link, String leaseId, Executor inAWhile) {
    this.link = link;
    this.inAWhile = inAWhile;
    this.window = new LogWindow(leaseId);
  }

  /// Ships the first `length` bytes of `buffer`, which a step has printed, waiting while the window
  /// is full.
  public synchronized void ship(int step, byte[] buffer, int length) throws InterruptedException {
    for (int from = 0; from < length && !isOver; ) {
      while (!isOver && window.room() == 0) {
        wait();
      }
      int size = Math.min(length - from, window.room());
      window.print(step, buffer, from, size);
      from += size;
      send();
    }
  }

  /// Waits until everything shipped so far is durable, the lease is over, or there is no way to the
  /// server: who works on meanwhile has no more than a window to catch up with.
  public synchronized void settle() throws InterruptedException {
    while (!isOver && !isCutOff && !window.isDurable()) {
      wait();
    }
  }

  public synchronized boolean isDurable() {
    return isOver || window.isDurable();
  }

  /// Waits until everything shipped so far is durable, or the lease is over.
  public synchronized void flush() throws InterruptedException {
    while (!isOver && !window.isDurable()) {
      wait();
    }
  }

  public synchronized void acknowledged(int step, long offset) {
    window.acknowledged(step, offset);
    send();
    notifyAll();
  }

  /// There is no connection, until [#resume].
  public synchronized void disconnected() {
    isCutOff = true;
    notifyAll();
  }

  /// There is another connection: what is unacknowledged is sent again.
  public synchronized void resume() {
    isCutOff = false;
    window.resume();
    send();
  }

  private void send() {
    if (!isOver) {
      window.frames().forEach(link::send);
      if (!isTimed && window.isAnythingWaiting()) {
        isTimed = true;
        inAWhile.execute(this::sendWaiting);
      }
    }
  }

  /// What waits may have come after that for which the time was taken: then it goes a little early.
  private synchronized void sendWaiting() {
    isTimed = false;
    if (!isOver) {
      window.waiting().forEach(link::send);
    }
  }

  /// The lease is over: nothing more is shipped, and nobody waits.
  public synchronized void close() {
    isOver = true;
    notifyAll();
  }
}

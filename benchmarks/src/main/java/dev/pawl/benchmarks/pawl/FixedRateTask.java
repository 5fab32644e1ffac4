package dev.pawl.benchmarks.pawl;

import java.util.concurrent.locks.LockSupport;

/// Runs a task at a fixed rate in its own thread, until closed.
public final class FixedRateTask implements AutoCloseable {

  private static final long NANOS = 1_000_000_000L;

  private final long between;
  private final Runnable work;
  private final Thread thread;
  private volatile boolean isOver;

  public FixedRateTask(double perSecond, Runnable work) {
    this.between = (long) (NANOS / Math.max(1, perSecond));
    this.work = work;
    this.thread = Thread.ofPlatform().daemon().name("pace").start(this::go);
  }

  private void go() {
    long next = System.nanoTime();
    while (!isOver) {
      next += between;
      while (System.nanoTime() < next && !isOver) {
        LockSupport.parkNanos(next - System.nanoTime());
      }
      work.run();
    }
  }

  @Override
  public void close() {
    isOver = true;
    LockSupport.unpark(thread);
  }
}

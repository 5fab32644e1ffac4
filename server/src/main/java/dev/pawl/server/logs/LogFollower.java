package dev.pawl.server.logs;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Reads a log while it is written: returns bytes as they become durable, until the step is over.
///
/// It holds an offset and nothing else. An appender wakes it and does not wait for it; it reads
/// from the files, at its own pace. Bytes of another process are found by polling. Used by one
/// thread; any thread may close it.
public final class LogFollower implements AutoCloseable {

  /// Most bytes that are returned at once.
  public static final int MOST_BYTES = 64 * 1024;

  /// Longest delay until a change by another process is noticed.
  public static final Duration POLL = Duration.ofMillis(500);

  private static final byte[] NOTHING = {};

  private final LogStore logs;
  private final LogReader log;
  private final BooleanSupplier isOver;
  private final Duration poll;
  private long offset;
  private boolean isEnded;
  private boolean isAwake;
  private boolean isClosed;

  /// @param logs appends of this process
  /// @param isOver whether nothing more will be printed; asked when there is nothing to return
  public LogFollower(LogStore logs, LogReader log, long from, BooleanSupplier isOver) {
    this(logs, log, from, isOver, POLL);
  }

  LogFollower(LogStore logs, LogReader log, long from, BooleanSupplier isOver, Duration poll) {
    this.logs = logs;
    this.log = log;
    this.offset = from;
    this.isOver = isOver;
    this.poll = poll;
    logs.add(this);
  }

  LogRef log() {
    return log.ref();
  }

  /// Offset of the next bytes.
  public long offset() {
    return offset;
  }

  /// Whether everything was returned, or it was closed.
  public synchronized boolean isEnded() {
    return isEnded || isClosed;
  }

  /// The next bytes; none if none have come in time, or it has ended.
  public byte[] next(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!isEnded()) {
      byte[] bytes = look();
      if (bytes.length > 0 || isEnded()) {
        return bytes;
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        break;
      }
      await(Math.min(left, poll.toNanos()));
    }
    return NOTHING;
  }

  /// Asks whether the step is over before the last read, so that no bytes can come in between.
  private byte[] look() {
    byte[] bytes = read();
    if (bytes.length == 0 && isOver.getAsBoolean()) {
      bytes = read();
      end(bytes.length == 0);
    }
    return bytes;
  }

  private byte[] read() {
    long there = logs.readableSize(log.ref(), log.size()) - offset;
    byte[] bytes = there <= 0 ? NOTHING : log.bytes(offset, (int) Math.min(there, MOST_BYTES));
    offset += bytes.length;
    return bytes;
  }

  private synchronized void end(boolean isAtEnd) {
    isEnded = isAtEnd;
  }

  private synchronized void await(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    while (!isAwake && !isClosed && until - System.nanoTime() > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
    }
    isAwake = false;
  }

  synchronized void wake() {
    isAwake = true;
    notifyAll();
  }

  @Override
  public void close() {
    logs.remove(this);
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
  }
}

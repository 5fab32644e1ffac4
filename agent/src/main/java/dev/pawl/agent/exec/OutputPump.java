package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Carries a process's output to its log, on a thread of its own: a platform thread, since a read
/// that waits would keep a virtual one's carrier from all others.
///
/// A process that a step leaves in the background keeps the pipe open after the step has ended. It
/// goes on unhindered, its later output is read and dropped, and the step is not kept waiting for
/// it.
final class OutputPump {

  private static final Duration QUIET = Duration.ofMillis(50);

  private final InputStream output;
  private final LogShipper log;
  private final CountDownLatch drained = new CountDownLatch(1);
  private volatile boolean hasEnded;
  private volatile boolean isReading;
  private volatile long lastRead = System.nanoTime();

  /// @param output closed at its end
  OutputPump(InputStream output, LogShipper log) {
    this.output = output;
    this.log = log;
    Thread.ofPlatform().daemon().name("output").start(this::pump);
  }

  private void pump() {
    byte[] buffer = new byte[LogFrame.MOST_BYTES];
    try (output) {
      long left = Long.MAX_VALUE;
      for (int read = read(buffer); read >= 0; read = read(buffer)) {
        if (left > 0 && drained.getCount() > 0) {
          log.ship(buffer, read);
          left = left(left, read);
        }
      }
    } catch (IOException _) {
      // Whoever printed is gone.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      drained.countDown();
    }
  }

  private int read(byte[] buffer) throws IOException {
    isReading = true;
    int read = output.read(buffer);
    lastRead = System.nanoTime();
    isReading = false;
    return read;
  }

  /// How much of the process's own output is still in the pipe. Known between two reads after its
  /// end: no more than the pipe holds then; whatever comes later, somebody else has printed.
  private long left(long before, int read) {
    if (!hasEnded) {
      return before;
    }
    long left = before == Long.MAX_VALUE ? available() : before - read;
    if (left <= 0) {
      drained.countDown();
    }
    return left;
  }

  /// Waits, after the process has ended, until all that it printed has been read: to the end of the
  /// pipe, or, where somebody still holds the pipe open, as much as was in it, or until it is empty
  /// and has been quiet for a moment.
  void drain() throws InterruptedException {
    hasEnded = true;
    while (!drained.await(QUIET.toMillis(), TimeUnit.MILLISECONDS)) {
      boolean isQuiet = isReading && System.nanoTime() - lastRead > QUIET.toNanos();
      if (isQuiet && available() == 0) {
        drained.countDown();
      }
    }
  }

  private int available() {
    try {
      return output.available();
    } catch (IOException _) {
      return 0;
    }
  }
}

package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// Carries a process's output to its log, on a thread of its own.
///
/// A process that a step leaves in the background keeps the pipe open after the step has ended. It
/// goes on unhindered, its later output is read and dropped, and the step is not kept waiting for
/// it.
final class OutputPump {

  private static final Duration QUIET = Duration.ofMillis(50);

  private final InputStream output;
  private final LogShipper log;
  private final Thread thread;
  private volatile long lastRead = System.nanoTime();

  OutputPump(InputStream output, LogShipper log) {
    this.output = output;
    this.log = log;
    this.thread = Thread.ofVirtual().start(this::pump);
  }

  private void pump() {
    byte[] buffer = new byte[LogFrame.MOST_BYTES];
    try {
      for (int read = output.read(buffer); read >= 0; read = output.read(buffer)) {
        log.ship(buffer, read);
        lastRead = System.nanoTime();
      }
    } catch (IOException _) {
      // The pipe is closed, by whoever stopped the process.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits, after the process has ended, until all that it printed has been read: to the end of the
  /// pipe, or, where somebody still holds the pipe open, until it is empty and has been quiet for a
  /// moment.
  void drain() throws InterruptedException {
    while (!thread.join(QUIET)) {
      boolean isQuiet = System.nanoTime() - lastRead > QUIET.toNanos();
      if (isQuiet && available() == 0) {
        return;
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

package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// What a job's processes print, on its way to the log of the step that is running.
///
/// A named pipe, which this process holds open at both ends: a process that a step leaves in the
/// background can go on writing to it, and neither keeps the step waiting nor is killed for
/// writing. What a step has printed is known to have been read when a mark, written here after the
/// step's end, comes out at the other end. The pipe bounds what is on its way; a job that prints
/// faster than the server writes is slowed down.
final class JobOutput implements AutoCloseable {

  private final Path pipe;
  private final RandomAccessFile end;
  private final Mark mark = new Mark();
  private @Nullable LogShipper log;
  private CountDownLatch marked = new CountDownLatch(0);
  private boolean isOver;

  private JobOutput(Path pipe) throws IOException {
    this.pipe = pipe;
    this.end = new RandomAccessFile(pipe.toFile(), "rw");
    Thread.ofPlatform().daemon().name("output").start(this::pump);
  }

  /// Opens a job's output in `directory`.
  static JobOutput in(Path directory) throws IOException, InterruptedException {
    Path pipe = directory.resolve("output");
    int exit = new ProcessBuilder("mkfifo", "-m", "600", pipe.toString()).start().waitFor();
    if (exit != 0) {
      throw new IOException("mkfifo failed with exit code " + exit);
    }
    return new JobOutput(pipe);
  }

  /// What a process is to print to.
  ProcessBuilder.Redirect redirect() {
    return ProcessBuilder.Redirect.to(pipe.toFile());
  }

  /// From here on, what is printed belongs to this log.
  synchronized void begin(LogShipper log) {
    this.log = log;
  }

  /// Waits until everything that was printed before is in the log; what comes later is dropped.
  void end() throws InterruptedException {
    writeMark(false).await();
  }

  @Override
  public void close() {
    writeMark(true);
  }

  private CountDownLatch writeMark(boolean isLast) {
    var latch = new CountDownLatch(1);
    synchronized (this) {
      marked = latch;
      isOver = isLast;
    }
    try {
      end.write(mark.bytes());
    } catch (IOException _) {
      latch.countDown(); // the pump is gone, and nothing more will come
    }
    return latch;
  }

  private void pump() {
    byte[] buffer = new byte[LogFrame.MOST_BYTES];
    try (end) {
      while (true) {
        int read = end.read(buffer);
        boolean found = mark.scan(buffer, read, this::ship);
        if (found && reached()) {
          return;
        }
      }
    } catch (IOException | InterruptedException _) {
      reached();
    }
  }

  private void ship(byte[] bytes, int length) throws InterruptedException {
    LogShipper current = log();
    if (current != null) {
      current.ship(bytes, length);
    }
  }

  private synchronized @Nullable LogShipper log() {
    return log;
  }

  /// The mark came out: the step's log is complete. Says whether it was the last one.
  private synchronized boolean reached() {
    log = null;
    marked.countDown();
    return isOver;
  }
}

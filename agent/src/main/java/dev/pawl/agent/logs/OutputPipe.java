package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// What a step's processes print, on its way to the step's log.
///
/// A named pipe, because the JDK's own is closed as soon as the step's shell has ended: a process
/// that the step left in the background would die of its next line. Here it can go on writing; what
/// it prints after the step's end is read and dropped. That everything from before has been read is
/// known when a mark, written here after the shell's end, comes out at the other end. The pipe
/// bounds what is on its way: a job that prints faster than the server writes is slowed down.
public final class OutputPipe implements AutoCloseable {

  /// Takes what is printed.
  public interface OutputConsumer extends ByteSink {

    /// Whether something is held back that might be shown.
    default boolean isHolding() {
      return false;
    }

    /// Nothing has come for a while.
    default void pause() throws InterruptedException {}

    /// Nothing more comes.
    default void end() throws InterruptedException {}
  }

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration POLL = Duration.ofMillis(10);

  private final Path pipe;
  private final RandomAccessFile writeEnd;
  private final EndMarker mark = new EndMarker();
  private final CountDownLatch complete = new CountDownLatch(1);

  /// Opens the output of a step; its pipe has been made. Both ends are opened here, since opening
  /// one of them alone waits for the other.
  public OutputPipe(Path pipe, OutputConsumer log) throws IOException {
    this.pipe = pipe;
    if (!Files.exists(pipe) || Files.isRegularFile(pipe)) {
      throw new IOException("its output pipe is gone");
    }
    this.writeEnd = new RandomAccessFile(pipe.toFile(), "rw");
    InputStream readEnd = new FileInputStream(pipe.toFile());
    // A platform thread: one that reads a pipe holds on to its carrier.
    Thread.ofPlatform()
        .daemon()
        .name(pipe.getFileName().toString())
        .start(() -> pump(readEnd, log));
  }

  /// What a process is to print to.
  public Path path() {
    return pipe;
  }

  /// Waits until everything that was printed before is in the log.
  public void await() throws IOException, InterruptedException {
    writeEnd.write(mark.bytes());
    complete.await();
  }

  /// Lets go of the pipe. Whoever still writes to it is read until it ends.
  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(pipe);
    } catch (IOException _) {
      // It is gone with its directory, which a job may do away with: it has printed all the same.
    }
    writeEnd.close();
  }

  private void pump(InputStream readEnd, OutputConsumer log) {
    byte[] buffer = new byte[LogFrame.MAX_BYTES];
    try (readEnd) {
      for (int read = readEnd.read(buffer); read >= 0; read = readEnd.read(buffer)) {
        boolean isLate = complete.getCount() == 0;
        if (isLate) {
          continue;
        }
        if (mark.scan(buffer, read, log)) {
          log.end();
          complete.countDown();
        } else {
          pauseIfNothingComes(readEnd, log);
        }
      }
    } catch (IOException | InterruptedException _) {
      // Nothing more will come out.
    } finally {
      complete.countDown();
    }
  }

  /// What is held back, since it may be part of a secret or of a command, is shown when nothing
  /// follows: it may be a prompt.
  private static void pauseIfNothingComes(InputStream readEnd, OutputConsumer log)
      throws IOException, InterruptedException {
    if (!log.isHolding()) {
      return;
    }
    long deadline = System.nanoTime() + PAUSE.toNanos();
    while (readEnd.available() == 0) {
      if (System.nanoTime() > deadline) {
        log.pause();
        return;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}

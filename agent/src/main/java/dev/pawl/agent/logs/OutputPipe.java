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

/// The named pipe that a step's processes print to, and the thread that reads it.
///
/// The JDK's own pipe is closed as soon as the step's shell has ended: a process that the step left
/// in the background would be killed by its next line. Here it can go on writing; what it prints
/// after the step's end is read and dropped. A marker that is written after the shell's end shows,
/// when it is read, that everything before has been read. The pipe is bounded: a job that prints
/// faster than the server writes is slowed down.
public final class OutputPipe implements AutoCloseable {

  /// Takes the output.
  public interface OutputConsumer extends ByteSink {

    /// Whether bytes are held back that might have to be shown.
    default boolean isHolding() {
      return false;
    }

    /// No output has come for a while.
    default void pause() throws InterruptedException {}

    /// The output has ended.
    default void end() throws InterruptedException {}
  }

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration POLL = Duration.ofMillis(10);

  private final Path pipe;
  private final RandomAccessFile writeEnd;
  private final EndMarker mark = new EndMarker();
  private final CountDownLatch complete = new CountDownLatch(1);

  /// Opens an existing pipe. Both ends are opened here, because opening only one of them blocks.
  public OutputPipe(Path pipe, OutputConsumer log) throws IOException {
    this.pipe = pipe;
    if (!Files.exists(pipe) || Files.isRegularFile(pipe)) {
      throw new IOException("the output pipe was deleted");
    }
    this.writeEnd = new RandomAccessFile(pipe.toFile(), "rw");
    InputStream readEnd = new FileInputStream(pipe.toFile());
    // A platform thread: reading a pipe would pin the carrier of a virtual one.
    Thread.ofPlatform()
        .daemon()
        .name(pipe.getFileName().toString())
        .start(() -> pump(readEnd, log));
  }

  /// The path that a process prints to.
  public Path path() {
    return pipe;
  }

  /// Waits until everything that was printed so far is in the log.
  public void await() throws IOException, InterruptedException {
    writeEnd.write(mark.bytes());
    complete.await();
  }

  /// Deletes the pipe. Processes that still write to it are read until they end.
  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(pipe);
    } catch (IOException _) {
      // The job has deleted its directory; its output was read all the same.
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
          pauseWithoutOutput(readEnd, log);
        }
      }
    } catch (IOException | InterruptedException _) {
      // No more output can be read.
    } finally {
      complete.countDown();
    }
  }

  /// Shows bytes that are held back, as a possible part of a secret or of a command, when nothing
  /// follows: they may be a prompt.
  private static void pauseWithoutOutput(InputStream readEnd, OutputConsumer log)
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

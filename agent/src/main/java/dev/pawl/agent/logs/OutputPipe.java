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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// The named pipe that a step's processes print to, and the thread that reads it.
///
/// The JDK's own pipe is closed as soon as the step's shell has ended: a process that the step left
/// in the background would be killed by its next line. Here it can go on writing; what it prints
/// after the step's end is read and dropped. A marker that is written after the shell's end shows,
/// when it is read, that everything before has been read. A process of the job can read the pipe
/// too, and take the marker away; it is then written again, and after some tries the output ends
/// without it. The pipe is bounded: a job that prints faster than the server writes is slowed down.
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
  private static final Duration PATIENCE = Duration.ofMillis(100);
  private static final int MAX_MARKERS = 10;

  /// More bytes than are in a pipe at a time.
  private static final int MAX_CAPACITY = 2 << 20;

  private final Path pipe;
  private final OutputConsumer log;
  private final RandomAccessFile writeEnd;
  private final InputStream readEnd;
  private final EndMarker mark = new EndMarker();
  private final CountDownLatch complete = new CountDownLatch(1);

  /// Whether the thread waits for output, or has not yet looked at what it got.
  private volatile boolean isReading;

  private final AtomicLong bytesSinceMarker = new AtomicLong();

  /// Opens an existing pipe. Both ends are opened here, because opening only one of them blocks.
  public OutputPipe(Path pipe, OutputConsumer log) throws IOException {
    this.pipe = pipe;
    this.log = log;
    if (!Files.exists(pipe) || Files.isRegularFile(pipe)) {
      throw new IOException("the output pipe was deleted");
    }
    this.writeEnd = new RandomAccessFile(pipe.toFile(), "rw");
    this.readEnd = new FileInputStream(pipe.toFile());
    // A platform thread: reading a pipe would pin the carrier of a virtual one.
    Thread.ofPlatform().daemon().name(pipe.getFileName().toString()).start(this::pump);
  }

  /// The path that a process prints to.
  public Path path() {
    return pipe;
  }

  /// Waits until everything that was printed so far is in the log.
  public void await() throws IOException, InterruptedException {
    writeMarker();
    int markers = 1;
    while (!complete.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      if (!isMarkerTaken()) {
        continue;
      }
      if (markers < MAX_MARKERS) {
        writeMarker();
        markers++;
      } else {
        end();
      }
    }
  }

  private void writeMarker() throws IOException {
    writeEnd.write(mark.bytes());
    bytesSinceMarker.set(0);
  }

  /// Whether the marker is not in the pipe any more and was not found either. If the reading thread
  /// has it and did not look at it yet, the next one stays in the pipe.
  private boolean isMarkerTaken() {
    try {
      return bytesSinceMarker.get() > MAX_CAPACITY || (isReading && readEnd.available() == 0);
    } catch (IOException _) {
      return false; // the output has ended
    }
  }

  private synchronized void end() throws InterruptedException {
    if (complete.getCount() > 0) {
      log.end();
      complete.countDown();
    }
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

  private void pump() {
    byte[] buffer = new byte[LogFrame.MAX_BYTES];
    try (readEnd) {
      for (int read = read(buffer); read >= 0; read = read(buffer)) {
        take(buffer, read);
      }
    } catch (IOException | InterruptedException _) {
      // No more output can be read.
    } finally {
      complete.countDown();
    }
  }

  private int read(byte[] buffer) throws IOException {
    isReading = true;
    int read = readEnd.read(buffer);
    isReading = false;
    bytesSinceMarker.addAndGet(read);
    return read;
  }

  /// What is printed after the end is dropped.
  private synchronized void take(byte[] buffer, int length)
      throws IOException, InterruptedException {
    if (complete.getCount() == 0) {
      return;
    }
    if (mark.scan(buffer, length, log)) {
      end();
    } else {
      pauseWithoutOutput();
    }
  }

  /// Shows bytes that are held back, as a possible part of a secret or of a command, when nothing
  /// follows: they may be a prompt.
  private void pauseWithoutOutput() throws IOException, InterruptedException {
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

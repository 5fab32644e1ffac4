package dev.pawl.server.logs;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.CRC32C;

/// One of two processes that share a directory. Each appends to the log of a job of its own and
/// goes on when it has read as much in the log of the other; and an agent that goes from one to the
/// other with every frame prints a third. It says what it has read.
final class SharedLogProcess {

  static final int FRAMES = 200;

  /// Of so many lines is a frame; files and blocks begin within frames.
  static final int FRAME = 30;

  static final long SEGMENT = 100_000;

  private static final Duration LOOKS_AGAIN = Duration.ofMillis(1);

  /// The job that goes to and fro.
  static final int WANDERING = 2;

  static LogRef log(int job) {
    return new LogRef(LogFixture.RUN, new LeaseRef(new AttemptRef(job, 1), 1), job);
  }

  /// Appends and reads.
  ///
  /// @param args the directory, and which of the two it is: 0 or 1
  public static void main(String[] args) throws InterruptedException {
    var files = new LogFiles(Path.of(args[0]), SEGMENT);
    int mine = Integer.parseInt(args[1]);
    var sum = new CRC32C();
    try (var logs = new LogStore(files);
        var other = follow(logs, files.log(log(1 - mine)))) {
      for (int frame = 0; frame < FRAMES; frame++) {
        if (frame % 2 == mine) {
          append(logs, WANDERING, frame);
        }
        append(logs, mine, frame);
        while (other.offset() < (frame + 1L) * FRAME * PrintedLines.LINE) {
          sum.update(other.next(LOOKS_AGAIN));
        }
      }
    }
    System.out.println(Long.toHexString(sum.getValue()));
  }

  private static LogFollower follow(LogStore logs, LogReader log) {
    return new LogFollower(logs, log, 0, () -> false, LOOKS_AGAIN);
  }

  private static void append(LogStore logs, int job, int frame) {
    int lines = frame * FRAME;
    byte[] bytes = PrintedLines.lines(job, lines + 1, lines + FRAME + 1);
    long offset = (long) lines * PrintedLines.LINE;
    if (logs.append(log(job), offset, bytes) != offset + bytes.length) {
      throw new IllegalStateException("not all of it was taken");
    }
  }

  private SharedLogProcess() {}
}

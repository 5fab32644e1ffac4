package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;

/// Writes the arrival times of a log to the file beside it: lines of an offset and the milliseconds
/// at which the bytes from there on arrived, at most ten a second.
///
/// A line is appended whole, so several processes may write, and a line that a crash has cut off
/// damages one entry only. Nothing is forced, and nothing fails because a time could not be
/// written: readers use the time before.
final class LogTimesWriter {

  private static final long INTERVAL = Duration.ofMillis(100).toMillis();

  private final Path file;
  private final InstantSource clock;
  private long latest = Long.MIN_VALUE;

  LogTimesWriter(Path file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
  }

  /// Records that the bytes from an offset on arrive now. One thread at a time calls it.
  void arrived(long offset) {
    long now = clock.millis();
    if (latest <= now && now < latest + INTERVAL) {
      return;
    }
    latest = now;
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(ByteBuffer.wrap("%d %d\n".formatted(offset, now).getBytes(US_ASCII)));
    } catch (IOException _) {
      // Ignored: the log itself matters more.
    }
  }
}

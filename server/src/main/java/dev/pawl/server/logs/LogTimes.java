package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/// Arrival times of the bytes of a log, read from the file that [LogTimesWriter] writes. May be
/// read while it is written: each [#refresh] reads what is new.
///
/// Used by one thread at a time.
public final class LogTimes {

  private static final int CHUNK = 64 * 1024;

  /// More entries are not kept: a day of output without a pause.
  private static final int MOST_ENTRIES = 1_000_000;

  private final Path file;
  private final TreeMap<Long, Instant> times = new TreeMap<>();
  private long position;

  LogTimes(Path file) {
    this.file = file;
  }

  /// Reads the entries that were added since the last call.
  public void refresh() {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      var bytes = ByteBuffer.allocate(CHUNK);
      while (times.size() < MOST_ENTRIES && in.read(bytes.clear(), position) > 0) {
        int complete = addLines(bytes.flip());
        if (complete == 0) {
          return;
        }
        position += complete;
      }
    } catch (NoSuchFileException _) {
      // No byte has arrived yet, or the log is older than this file.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the times of a log", e);
    }
  }

  /// Adds the complete lines, and returns their length.
  private int addLines(ByteBuffer bytes) {
    String text = US_ASCII.decode(bytes).toString();
    int end = text.lastIndexOf('\n') + 1;
    text.substring(0, end).lines().forEach(this::add);
    return end;
  }

  /// Adds a line, unless a crash has damaged it.
  private void add(String line) {
    if (line.matches("\\d{1,18} \\d{1,15}")) {
      int space = line.indexOf(' ');
      Instant at = Instant.ofEpochMilli(Long.parseLong(line.substring(space + 1)));
      times.merge(Long.valueOf(line.substring(0, space)), at, (a, b) -> a.isBefore(b) ? a : b);
    }
  }

  /// The time at which the byte at an offset arrived, to a tenth of a second; empty if it is not
  /// known. Of two orchestrators that wrote the same bytes, the first counts.
  public Optional<Instant> at(long offset) {
    var before = times.floorEntry(offset);
    if (before == null) {
      return Optional.empty();
    }
    var after = times.higherEntry(offset);
    return Optional.of(
        after != null && after.getValue().isBefore(before.getValue())
            ? after.getValue()
            : before.getValue());
  }
}

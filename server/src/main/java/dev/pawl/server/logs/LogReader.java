package dev.pawl.server.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Reads a log by offset, by line, or from its end. A read costs as much as it returns, however
/// long the log is, and leaves no file open. Lines are counted from 1, and end with a newline.
///
/// Used by one thread at a time. Throws [UncheckedIOException].
public final class LogReader {

  /// Most bytes that are returned at once.
  public static final int MOST_BYTES = 1024 * 1024;

  private static final int BLOCK = LogIndex.BLOCK;

  private final LogRef ref;
  private final LogSegments segments;
  private final LogIndex index;

  LogReader(LogRef ref, LogSegments segments) {
    this.ref = ref;
    this.segments = segments;
    this.index = new LogIndex(segments);
  }

  /// Part of a log.
  ///
  /// @param line number of the line in which it begins
  /// @param offset where it begins
  @SuppressWarnings("ArrayRecordComponent") // to be sent, never compared
  public record Excerpt(long line, long offset, byte[] bytes) {

    /// Offset of the bytes after it.
    public long end() {
      return offset + bytes.length;
    }
  }

  public LogRef ref() {
    return ref;
  }

  /// Where it was cut because of a limit, if it was. The log itself says so, too.
  public Optional<LogCut> cut() {
    return attempt(() -> LogCutFile.read(segments.cut()));
  }

  /// The times at which its bytes arrived.
  public LogTimes times() {
    return new LogTimes(segments.times());
  }

  public long size() {
    return attempt(segments::end);
  }

  /// The bytes from an offset on, at most so many; none beyond the end of the log.
  public byte[] bytes(long offset, int most) {
    return attempt(() -> read(offset, Math.min(most, MOST_BYTES)));
  }

  private byte[] read(long from, int most) throws IOException {
    long offset = Math.max(from, 0);
    var bytes = ByteBuffer.allocate(Math.clamp(segments.end() - offset, 0, most));
    segments.read(offset, bytes);
    return taken(bytes.flip());
  }

  private static byte[] taken(ByteBuffer bytes) {
    byte[] taken = new byte[bytes.remaining()];
    bytes.get(taken);
    return taken;
  }

  /// The number of lines that have begun.
  public long lines() {
    return attempt(() -> {
      long end = segments.end();
      boolean isComplete = end == 0 || read(end - 1, 1)[0] == '\n';
      return lineAt(end) - (isComplete ? 1 : 0);
    });
  }

  /// The lines from that number on, at most so many.
  public Excerpt lines(long from, int most) {
    return attempt(() -> {
      long first = Math.max(from, 1);
      long offset = beginning(first);
      long line = lineAt(offset);
      return new Excerpt(line, offset, line == first ? ahead(offset, most) : new byte[0]);
    });
  }

  /// The last lines, at most so many.
  public Excerpt tail(int lines) {
    return attempt(() -> {
      long end = segments.end();
      long offset = back(end, lines);
      return new Excerpt(lineAt(offset), offset, read(offset, (int) (end - offset)));
    });
  }

  /// Copies all of it, as it is now.
  public void copyTo(OutputStream out) throws IOException {
    long end = segments.end();
    for (long offset = 0; offset < end; ) {
      byte[] bytes = read(offset, BLOCK);
      out.write(bytes);
      offset += bytes.length;
    }
  }

  /// Number of the line that has the byte at an offset.
  private long lineAt(long offset) throws IOException {
    long block = offset / BLOCK;
    byte[] before = read(block * BLOCK, (int) (offset - block * BLOCK));
    return index.linesBefore(block) + LogIndex.newlines(before, 0, before.length) + 1;
  }

  /// Offset at which a line begins; the log's end, if there is no such line.
  private long beginning(long line) throws IOException {
    long end = segments.end();
    long block = index.lastBefore(line - 1, end);
    long missing = line - 1 - index.linesBefore(block);
    long offset = block * BLOCK;
    while (missing > 0 && offset < end) {
      for (byte each : read(offset, BLOCK)) {
        offset++;
        if (each == '\n' && --missing == 0) {
          break;
        }
      }
    }
    return offset;
  }

  /// The next `lines` lines from an offset on.
  private byte[] ahead(long offset, int lines) throws IOException {
    var taken = new ByteArrayOutputStream();
    int missing = lines;
    while (missing > 0 && taken.size() < MOST_BYTES) {
      byte[] block = read(offset + taken.size(), BLOCK);
      int count = 0;
      while (count < block.length && missing > 0) {
        if (block[count++] == '\n') {
          missing--;
        }
      }
      taken.write(block, 0, count);
      if (count == 0) {
        break;
      }
    }
    return taken.toByteArray();
  }

  /// Offset of the last lines before `end`: so many, or as many as may be returned at once. A
  /// newline at the very end belongs to the last of them.
  private long back(long end, int lines) throws IOException {
    long least = Math.max(0, end - MOST_BYTES);
    int missing = lines;
    if (missing <= 0) {
      return end;
    }
    for (long to = end; to > least; ) {
      long from = Math.max(least, to - BLOCK);
      byte[] block = read(from, (int) (to - from));
      for (int at = block.length - 1; at >= 0; at--) {
        if (block[at] == '\n' && from + at < end - 1 && --missing == 0) {
          return from + at + 1;
        }
      }
      to = from;
    }
    return least;
  }

  private interface Access<T> {
    T make() throws IOException;
  }

  private static <T> T attempt(Access<T> access) {
    try {
      return access.make();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read a log", e);
    }
  }
}

package dev.pawl.server.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/// Index of the number of lines before each block of a log, so that a line is found without reading
/// all that precedes it.
///
/// The entry of block `n` is at a fixed position and depends on the log's bytes only. So an entry
/// that is missing or damaged is computed again, by several threads at once if need be; nothing is
/// ever forced here, and nothing fails because an entry could not be written.
final class LogIndex {

  static final int BLOCK = 64 * 1024;

  /// The number of lines, and a checksum over block and number.
  private static final int ENTRY = Long.BYTES + Integer.BYTES;

  private static final long NONE = -1;

  /// Blocks that are counted at a time.
  private static final int AT_ONCE = 4;

  private final LogSegments segments;

  LogIndex(LogSegments segments) {
    this.segments = segments;
  }

  /// The number of lines that end before a block.
  long linesBefore(long block) throws IOException {
    long there = entry(block);
    return there == NONE ? made(block) : there;
  }

  /// The last block that begins before `end` and before which fewer than so many lines end.
  long lastBefore(long lines, long end) throws IOException {
    long low = 0;
    long high = end / BLOCK;
    while (low < high) {
      long middle = (low + high + 1) / 2;
      if (linesBefore(middle) < lines) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /// The entry of a block, computed from the nearest one before it.
  private long made(long block) throws IOException {
    long nearest = Math.min(block - 1, size() / ENTRY);
    while (entry(nearest) == NONE) {
      nearest--;
    }
    return make(nearest, block);
  }

  /// Writes the entries after block `from`, which has one, up to that of block `to`.
  long make(long from, long to) throws IOException {
    long lines = linesBefore(from);
    var bytes = ByteBuffer.allocate((int) Math.min(to - from, AT_ONCE) * BLOCK);
    var entries = ByteBuffer.allocate(AT_ONCE * ENTRY);
    for (long block = from; block < to; block += AT_ONCE) {
      int count = (int) Math.min(to - block, AT_ONCE);
      segments.read(block * BLOCK, bytes.clear().limit(count * BLOCK));
      entries.clear();
      for (int of = 0; of < count; of++) {
        lines += newlines(bytes.array(), of * BLOCK, Math.min(bytes.position(), (of + 1) * BLOCK));
        entries.putLong(lines).putInt(sum(block + of + 1, lines));
      }
      write(block + 1, entries.flip());
    }
    return lines;
  }

  static long newlines(byte[] bytes, int from, int to) {
    int newlines = 0;
    for (int at = from; at < to; at++) {
      if (bytes[at] == '\n') {
        newlines++;
      }
    }
    return newlines;
  }

  private long size() throws IOException {
    try {
      return Files.size(segments.index());
    } catch (NoSuchFileException _) {
      return 0;
    }
  }

  private long entry(long block) throws IOException {
    if (block == 0) {
      return 0;
    }
    var entry = ByteBuffer.allocate(ENTRY);
    try (FileChannel in = FileChannel.open(segments.index(), StandardOpenOption.READ)) {
      in.read(entry, (block - 1) * ENTRY);
    } catch (NoSuchFileException _) {
      return NONE;
    }
    if (entry.flip().remaining() < ENTRY) {
      return NONE;
    }
    long lines = entry.getLong();
    return entry.getInt() == sum(block, lines) ? lines : NONE;
  }

  /// Writes entries, from that of a block on.
  private void write(long block, ByteBuffer entries) {
    try (FileChannel out =
        FileChannel.open(segments.index(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      out.write(entries, (block - 1) * ENTRY);
    } catch (IOException _) {
      // Ignored: a reader rebuilds a missing index.
    }
  }

  private static int sum(long block, long lines) {
    var sum = new CRC32C();
    sum.update(ByteBuffer.allocate(2 * Long.BYTES).putLong(block).putLong(lines).flip());
    return (int) sum.getValue();
  }
}

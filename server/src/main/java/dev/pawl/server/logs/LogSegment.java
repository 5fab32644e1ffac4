package dev.pawl.server.logs;

import dev.pawl.server.logs.LogSegments.Extent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// File of a log, open for writing; created if there is none.
final class LogSegment {

  /// Bytes of one write: the JDK keeps a copy of that size outside of the heap, for each thread.
  private static final int AT_ONCE = 128 * 1024;

  private final Path file;
  private final Extent extent;
  private final FileChannel channel;

  /// Whether the directory entry of the file is durable. A process that created it may have crashed
  /// before that.
  private boolean isEntered;

  LogSegment(Path file, Extent extent) throws IOException {
    this.file = file;
    this.extent = extent;
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  boolean has(long offset) {
    return extent.start() <= offset && offset < extent.end();
  }

  /// Writes the bytes that belong to this segment, and returns the offset of the rest.
  long write(long offset, ByteBuffer bytes) throws IOException {
    int limit = bytes.limit();
    long end = Math.min(offset + bytes.remaining(), extent.end());
    long at = offset;
    while (at < end) {
      bytes.limit(bytes.position() + (int) Math.min(end - at, AT_ONCE));
      at += channel.write(bytes, at - extent.start());
      bytes.limit(limit);
    }
    return end;
  }

  void force() throws IOException {
    channel.force(false);
    if (!isEntered) {
      enter(file);
      isEntered = true;
    }
  }

  /// Makes the directory entry of a new file or directory durable, by forcing the directory above.
  static void enter(Path made) throws IOException {
    Path above = made.getParent();
    if (above != null) {
      try (FileChannel entries = FileChannel.open(above, StandardOpenOption.READ)) {
        entries.force(true);
      }
    }
  }

  void close() {
    try {
      channel.close();
    } catch (IOException _) {
      // What was acknowledged is on disk already.
    }
  }
}

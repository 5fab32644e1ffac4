package dev.pawl.server.logs;

import dev.pawl.server.logs.LogSegments.Extent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file of a log, open to be written, and made if there is none.
final class LogSegment {

  private final Path file;
  private final Extent extent;
  private final FileChannel channel;

  /// Whether the file would be found after a crash. Who made it may have died before it saw to
  /// that.
  private boolean isEntered;

  LogSegment(Path file, Extent extent) throws IOException {
    this.file = file;
    this.extent = extent;
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  boolean has(long offset) {
    return extent.start() <= offset && offset < extent.end();
  }

  /// Writes what belongs here of the bytes that go to an offset, and gives where the rest goes.
  long write(long offset, ByteBuffer bytes) throws IOException {
    int limit = bytes.limit();
    int count = (int) Math.min(bytes.remaining(), extent.end() - offset);
    bytes.limit(bytes.position() + count);
    for (long at = offset; bytes.hasRemaining(); ) {
      at += channel.write(bytes, at - extent.start());
    }
    bytes.limit(limit);
    return offset + count;
  }

  void force() throws IOException {
    channel.force(false);
    if (!isEntered) {
      enter(file);
      isEntered = true;
    }
  }

  /// A file or directory that was made is found after a crash: the directory that it is in is
  /// forced.
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

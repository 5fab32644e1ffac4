package dev.pawl.server.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/// A file that only takes up space, which is set free when the disk is full: then there is room for
/// decisions and for cleaning up. Its blocks are really allocated, and it holds random bytes, which
/// no file system compresses away. Thread-safe.
public final class DiskReserve {

  private static final int BLOCK = 64 * 1024;

  private final Path file;
  private final long bytes;

  public DiskReserve(Path file, long bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  public long bytes() {
    return bytes;
  }

  /// Whether the space is reserved now.
  public synchronized boolean isHeld() {
    return file.toFile().length() >= bytes;
  }

  /// Reserves the space, unless it is. Returns whether it is then; a failure leaves nothing behind.
  public synchronized boolean allocate() {
    if (isHeld()) {
      return true;
    }
    byte[] block = new byte[BLOCK];
    var random = new SplittableRandom(bytes);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = bytes; left > 0; left -= BLOCK) {
        random.nextBytes(block);
        out.write(block, 0, (int) Math.min(BLOCK, left));
      }
      out.flush();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(false);
      }
      return true;
    } catch (IOException _) {
      release();
      return false;
    }
  }

  /// Sets the space free.
  public synchronized void release() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      // The next one may succeed.
    }
  }
}

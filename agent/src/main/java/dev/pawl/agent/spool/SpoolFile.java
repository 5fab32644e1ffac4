package dev.pawl.agent.spool;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;

/// A file that only grows, or is replaced as a whole. A failed write leaves it unchanged.
///
/// Only a replacement is synced to the disk. Appended bytes belong to the kernel, and survive when
/// the process is killed. A crash of the machine may lose the end of the file; but then no job of
/// the agent runs any more, and the server ends the leases that the agent does not name at its
/// registration. A sync for each message would cost more than it saves. Without a sync of a
/// replacement, a crash could leave an empty file, and everything would be lost.
final class SpoolFile implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final Path path;

  /// Not a channel, because an interrupt of the thread would close it.
  private RandomAccessFile file;

  private long size;
  private boolean isTorn;

  /// @param size the size without an incomplete line at the end
  SpoolFile(Path path, long size) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "rw");
    this.size = size;
    this.isTorn = file.length() != size;
  }

  long size() {
    return size;
  }

  void append(byte[] bytes) throws IOException {
    truncateTornWrite();
    isTorn = true;
    file.seek(size);
    file.write(bytes);
    isTorn = false;
    size += bytes.length;
  }

  /// Cuts off an incomplete write.
  void truncateTornWrite() throws IOException {
    if (isTorn) {
      file.setLength(size);
      isTorn = false;
    }
  }

  /// Replaces the contents atomically. The file stays as it is if that fails.
  void replace(Iterator<byte[]> lines) throws IOException {
    Path next = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(next);
    PrivateFiles.makeFile(next);
    var replacement = new RandomAccessFile(next.toFile(), "rw");
    try {
      write(replacement, lines);
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      replacement.close();
      Files.deleteIfExists(next);
      throw e;
    }
    RandomAccessFile before = file;
    file = replacement;
    size = replacement.length();
    isTorn = false;
    before.close();
    try (var directory = FileChannel.open(path.toAbsolutePath().getParent())) {
      directory.force(true);
    }
  }

  private static void write(RandomAccessFile to, Iterator<byte[]> lines) throws IOException {
    var out = new BufferedOutputStream(new FileOutputStream(to.getFD()), BUFFER);
    while (lines.hasNext()) {
      out.write(lines.next());
    }
    out.flush();
    to.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

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

/// A file that only grows, or is replaced as a whole. After a write that failed it is as it was
/// before.
///
/// Nothing is forced but a replacement: what was written is the kernel's, and a process that is
/// killed loses none of it. A machine that dies may lose the end of the file; then nothing of the
/// agent runs either, and what its registration does not name the server takes back. A force each
/// message would cost more than that saves. A replacement is another matter: a name that was moved
/// to a file without contents would lose everything.
final class SpoolFile implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final Path path;

  /// Not a channel, which an interrupt of its thread would close.
  private RandomAccessFile file;

  private long size;
  private boolean isTorn;

  /// @param size where it ends, as far as it is whole
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

  /// Cuts off what is not whole.
  void truncateTornWrite() throws IOException {
    if (isTorn) {
      file.setLength(size);
      isTorn = false;
    }
  }

  /// What is in it from now on, all at once. It stays as it is if that fails.
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

package dev.pawl.server.logs;

import java.nio.ByteBuffer;

/// Where the bytes of logs are: files, or a simulated disk. Fails by
/// [java.io.UncheckedIOException]; what was written before may then be there in part.
public interface LogDisk {

  /// A log to append to. There is none on the disk before its first byte is written.
  Log open(LogRef log);

  /// One step's log. One thread at a time writes, one at a time forces; both may be at it at once.
  interface Log extends AutoCloseable {

    /// How many bytes are there, whoever wrote them.
    long size();

    /// The bytes before an offset, so many at the most.
    byte[] before(long offset, int most);

    /// Writes at an offset that is not beyond the size.
    void write(long offset, ByteBuffer bytes);

    /// Everything that was in the log when this began, whoever wrote it, outlives a crash when it
    /// has returned.
    void force();

    @Override
    void close();
  }
}

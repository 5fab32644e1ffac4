package dev.pawl.server.logs;

import java.nio.ByteBuffer;

/// Storage of log bytes: files, or a simulated disk. Throws [java.io.UncheckedIOException]; part of
/// what was written may then be there.
public interface LogDisk {

  /// Opens a log to append to. It exists on disk from its first byte on.
  Log open(LogRef log);

  /// Log of one step. One thread at a time writes, and one at a time forces; both may happen at
  /// once.
  interface Log extends AutoCloseable {

    /// The number of bytes, those of other processes included.
    long size();

    /// The bytes before an offset, at most so many.
    byte[] before(long offset, int most);

    /// Writes at an offset that is not beyond the size.
    void write(long offset, ByteBuffer bytes);

    /// Makes everything durable that was in the log when this was called, also by other processes.
    void force();

    @Override
    void close();
  }
}

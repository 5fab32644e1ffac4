package dev.pawl.server.logs;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Storage of log bytes: files, or a simulated disk. Throws [java.io.UncheckedIOException]; part of
/// what was written may then be there.
public interface LogDisk {

  /// Opens a log to append to. It exists on disk from its first byte on.
  Log open(LogRef log);

  /// The bytes of a run's logs, by lease. Others may write to them meanwhile.
  default Map<LeaseRef, Long> usage(RunId run) {
    return Map.of();
  }

  /// The leases of a run of which a log was cut.
  default Set<LeaseRef> cutLeases(RunId run) {
    return Set.of();
  }

  /// Log of one step. One thread at a time writes, and one at a time forces; both may happen at
  /// once.
  interface Log extends AutoCloseable {

    /// The number of bytes, those of other processes included.
    long size();

    /// The bytes before an offset, at most so many.
    byte[] before(long offset, int most);

    /// Writes at an offset that is not beyond the size.
    void write(long offset, ByteBuffer bytes);

    /// Where it was cut, if it was, by any process.
    Optional<LogCut> cut();

    /// Cuts it durably, unless it was cut before; returns where it is cut. What is before that
    /// place must be durable.
    LogCut cut(LogCut at);

    /// Makes everything durable that was in the log when this was called, also by other processes.
    void force();

    @Override
    void close();
  }
}

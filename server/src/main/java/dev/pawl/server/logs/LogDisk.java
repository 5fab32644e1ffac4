package dev.pawl.server.logs;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import java.nio.ByteBuffer;

/// Where the bytes of logs are: files, or a simulated disk. Fails by
/// [java.io.UncheckedIOException]; what was written before may then be there in part.
public interface LogDisk {

  /// The log of a step under a lease, made if there is none. To be used until the next is opened.
  Log open(RunId run, LeaseRef lease, int step);

  /// One step's log.
  interface Log {

    long size();

    void write(long offset, ByteBuffer bytes);

    /// Everything that is in the log, whoever wrote it, outlives a crash from now on.
    void force();
  }
}

package dev.pawl.server.logs;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import java.nio.ByteBuffer;

/// The logs of steps, one a step and lease, by offset: a repeat is ignored, a gap refused. What
/// [#append] returns is on disk.
///
/// Several orchestrators may share a disk, and an agent that went from one to another may be read
/// by both. Then both write the same bytes at the same offsets, in whatever order. Thread-safe.
public final class Logs {

  private final LogDisk disk;

  public Logs(LogDisk disk) {
    this.disk = disk;
  }

  /// Appends what is new, and says up to which offset the log is durable.
  public synchronized long append(RunId run, LeaseRef lease, int step, long offset, byte[] bytes) {
    LogDisk.Log log = disk.open(run, lease, step);
    long size = log.size();
    long known = size - offset;
    if (known >= 0 && known < bytes.length) {
      log.write(size, ByteBuffer.wrap(bytes, (int) known, bytes.length - (int) known));
      size = offset + bytes.length;
    }
    log.force(); // also of a repeat: who wrote it may have died before this
    return size;
  }
}

package dev.pawl.server.logs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Appends to one log, for any number of threads. One of the threads that wait for their bytes
/// forces them to disk for all that have written before; the others continue to write, and are
/// covered by the next force.
///
/// After a failure it is unusable: the files must be read again.
final class LogAppender {

  private final LogDisk disk;
  private final LogRef ref;
  private final LogRedactor redaction = new LogRedactor();
  private LogDisk.@Nullable Log log;

  /// The end of the bytes that this process wrote or verified; -1 before the first frame, because a
  /// crash may have left wrong bytes.
  private long verifiedEnd = -1;

  private long durable;
  private long appends;
  private long forced;
  private boolean isForcing;
  private boolean isBroken;

  LogAppender(LogDisk disk, LogRef ref) {
    this.disk = disk;
    this.ref = ref;
  }

  /// Appends new bytes, redacted. Returns the end of the log, when they are durable.
  long append(long offset, byte[] bytes, LogSecrets hidden) {
    long end;
    long mine;
    synchronized (this) {
      end = write(offset, bytes, hidden);
      mine = ++appends; // also of a repeat: who wrote it before may have died before forcing it
    }
    force(mine);
    return end;
  }

  private synchronized long write(long offset, byte[] bytes, LogSecrets hidden) {
    boolean isWritten = false;
    try {
      long end = writeNewBytes(opened(), offset, bytes, hidden);
      isWritten = true;
      return end;
    } finally {
      if (!isWritten) {
        markBroken();
      }
    }
  }

  /// Writes the bytes beyond the verified end, and returns the new end; after a gap nothing, and
  /// returns the old end. Bytes on disk that this process did not write are overwritten: after a
  /// crash of the machine they may be wrong, and the agent still has the right ones.
  private long writeNewBytes(LogDisk.Log open, long offset, byte[] bytes, LogSecrets hidden) {
    if (offset > verifiedEnd) {
      long size = open.size();
      if (offset > size) {
        return verifiedEnd < 0 ? size : verifiedEnd;
      }
      verifiedEnd = offset; // another orchestrator acknowledged everything before it
      durable = Math.max(durable, offset);
    }
    if (verifiedEnd < offset + bytes.length) {
      byte[] fresh = Arrays.copyOfRange(bytes, (int) (verifiedEnd - offset), bytes.length);
      int earlier = redaction.apply(hidden, verifiedEnd, fresh, open::before);
      if (earlier > 0) {
        open.write(verifiedEnd - earlier, ByteBuffer.wrap(LogRedactor.stars(earlier)));
      }
      open.write(verifiedEnd, ByteBuffer.wrap(fresh));
      verifiedEnd = offset + bytes.length;
    }
    return verifiedEnd;
  }

  private LogDisk.Log opened() {
    if (isBroken) {
      throw failed();
    }
    if (log == null) {
      log = disk.open(ref);
      durable = log.size();
    }
    return log;
  }

  /// Returns when everything up to the append of that number is forced, by any thread.
  private void force(long mine) {
    for (Force turn = turn(mine); turn != null; turn = turn(mine)) {
      boolean isForced = false;
      try {
        turn.log().force();
        isForced = true;
      } finally {
        done(turn, isForced);
      }
    }
  }

  /// The appends that one force covers.
  private record Force(LogDisk.Log log, long appends, long end) {}

  /// Waits for a force by another thread; returns what is to be forced next, unless that was
  /// enough.
  private synchronized @Nullable Force turn(long mine) {
    try {
      while (isForcing && forced < mine && !isBroken) {
        wait();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
    if (forced >= mine) {
      return null;
    }
    var next = new Force(opened(), appends, verifiedEnd);
    isForcing = true;
    return next;
  }

  private synchronized void done(Force force, boolean isForced) {
    isForcing = false;
    if (isForced) {
      forced = force.appends();
      durable = Math.max(durable, force.end());
      notifyAll();
    } else {
      markBroken();
    }
  }

  private synchronized void markBroken() {
    isBroken = true;
    notifyAll();
  }

  private static UncheckedIOException failed() {
    return new UncheckedIOException(new IOException("the log could not be written"));
  }

  /// Up to where a log of that size may be read: without bytes that are written here and not forced
  /// yet.
  synchronized long readableSize(long size) {
    return forced < appends && !isBroken ? Math.min(size, durable) : size;
  }

  synchronized void close() {
    if (log != null) {
      log.close();
    }
  }
}

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

  /// Up to here the bytes are known to be what was printed, because they came through here. Nothing
  /// is known before the first: what is there may be what a crash has left.
  private long known = -1;

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
      long end = place(opened(), offset, bytes, hidden);
      isWritten = true;
      return end;
    } finally {
      if (!isWritten) {
        breaks();
      }
    }
  }

  /// Bytes that are there and did not come through here are written again: the agent has no
  /// acknowledgement of them, and after a crash of the machine a file may be longer than what was
  /// written. They are the same bytes, or the right ones.
  private long place(LogDisk.Log open, long offset, byte[] bytes, LogSecrets hidden) {
    if (offset > known) {
      long size = open.size();
      if (offset > size) {
        return known < 0 ? size : known;
      }
      known = offset; // the agent was elsewhere, and what precedes it was taken there
      durable = Math.max(durable, offset);
    }
    if (known < offset + bytes.length) {
      byte[] fresh = Arrays.copyOfRange(bytes, (int) (known - offset), bytes.length);
      int earlier = redaction.apply(hidden, known, fresh, open::before);
      if (earlier > 0) {
        open.write(known - earlier, ByteBuffer.wrap(LogRedactor.stars(earlier)));
      }
      open.write(known, ByteBuffer.wrap(fresh));
      known = offset + bytes.length;
    }
    return known;
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
    var next = new Force(opened(), appends, known);
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
      breaks();
    }
  }

  private synchronized void breaks() {
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

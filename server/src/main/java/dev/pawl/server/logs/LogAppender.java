package dev.pawl.server.logs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Appends to one log, for any number of threads. One of the threads that wait for their bytes
/// forces them to disk for all that have written before; the others continue to write, and are
/// covered by the next force.
///
/// After a failure it is unusable: the files must be read again.
final class LogAppender {

  private final LogDisk disk;
  private final LogRef ref;
  private final LogQuota quota;
  private final LogRedactor redaction = new LogRedactor();
  private LogDisk.@Nullable Log log;

  /// The end of the bytes that this process wrote or verified; -1 before the first frame, because a
  /// crash may have left wrong bytes.
  private long verifiedEnd = -1;

  /// The end of what was on disk when this process last looked. It is written again up to there,
  /// and counted already.
  private long found;

  /// Where the log is cut; kept before it is durable, and acknowledged only then.
  private @Nullable LogCut cut;

  private boolean isCutDurable;
  private long durable;
  private long appends;
  private long forced;
  private boolean isForcing;
  private boolean isBroken;

  LogAppender(LogDisk disk, LogRef ref, LogQuota quota) {
    this.disk = disk;
    this.ref = ref;
    this.quota = quota;
  }

  /// Up to where a log is durable.
  ///
  /// @param isCut whether it was cut: then bytes after the cut are dropped, and count as durable
  record Appended(long end, boolean isCut) {}

  /// Appends new bytes, redacted, as far as the quota allows: there the log is cut. Returns the end
  /// of the log, when the bytes are durable, and so is the cut.
  Appended append(long offset, byte[] bytes, LogSecrets hidden) {
    long end;
    long mine;
    synchronized (this) {
      end = write(offset, bytes, hidden);
      mine = ++appends; // also of a repeat: who wrote it before may have died before forcing it
    }
    force(mine);
    return new Appended(end, isCutStored());
  }

  /// Stores the cut, if there is one, after everything before it is durable.
  private synchronized boolean isCutStored() {
    if (cut != null && !isCutDurable) {
      boolean isStored = false;
      try {
        LogDisk.Log open = opened();
        cut = open.cut(cut);
        isCutDurable = true;
        open.write(cut.offset(), ByteBuffer.wrap(cut.notice()));
        isStored = true;
      } finally {
        if (!isStored) {
          markBroken();
        }
      }
    }
    return cut != null;
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
    if (findCut(open) != null) {
      return drop(open, offset, bytes);
    }
    if (offset > verifiedEnd) {
      long size = open.size();
      if (offset > size) {
        return verifiedEnd < 0 ? size : verifiedEnd;
      }
      verifiedEnd = offset; // another orchestrator acknowledged everything before it
      found = size;
      durable = Math.max(durable, offset);
    }
    if (verifiedEnd < offset + bytes.length) {
      int known = (int) (verifiedEnd - offset);
      int wanted = bytes.length - known;
      int there = (int) Math.clamp(found - verifiedEnd, 0L, (long) wanted);
      LogQuota.Grant grant = quota.grant(ref, verifiedEnd + there, wanted - there);
      int fresh = there + grant.bytes();
      ByteBuffer written = ByteBuffer.wrap(bytes, known, fresh);
      if (hidden.automaton().isPresent()) {
        written = redacted(open, written, hidden);
      }
      open.write(verifiedEnd, written);
      verifiedEnd += fresh;
      if (verifiedEnd < offset + bytes.length) {
        cut = new LogCut(verifiedEnd, grant.reason());
        return offset + bytes.length;
      }
    }
    return verifiedEnd;
  }

  /// A copy without secrets. One that has begun in the log already is redacted there.
  private ByteBuffer redacted(LogDisk.Log open, ByteBuffer bytes, LogSecrets hidden) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    int earlier = redaction.apply(hidden, verifiedEnd, copy, open::before);
    if (earlier > 0) {
      open.write(verifiedEnd - earlier, ByteBuffer.wrap(LogRedactor.stars(earlier)));
    }
    return ByteBuffer.wrap(copy);
  }

  /// The cut of the log, by this process or another one, which may have made it just now.
  private @Nullable LogCut findCut(LogDisk.Log open) {
    if (cut == null) {
      cut = open.cut().orElse(null);
      isCutDurable = cut != null;
    }
    return cut;
  }

  /// Drops the bytes of a log that was cut, and returns their end: everything before the cut is
  /// durable. An empty frame says where all that the step has printed ends.
  private long drop(LogDisk.Log open, long offset, byte[] bytes) {
    LogCut known = Objects.requireNonNull(cut);
    byte[] notice = known.notice();
    long afterNotice = known.offset() + notice.length;
    if (isCutDurable && open.size() < afterNotice) {
      open.write(known.offset(), ByteBuffer.wrap(notice)); // a crash has lost it
    }
    if (isCutDurable && bytes.length == 0 && offset > known.offset()) {
      open.write(afterNotice, ByteBuffer.wrap(known.total(offset - known.offset())));
    }
    return Math.max(offset + bytes.length, known.offset());
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

package dev.pawl.server.logs;

import dev.pawl.server.logs.LogSegments.Extent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Log in files, for writing: into the segment that has the offset, or into a new one if the last
/// is full. The ends of segments depend on offsets only, so two orchestrators that write the same
/// bytes write them to the same places.
final class SegmentedLog implements LogDisk.Log {

  /// Creates a directory durably.
  interface Directories {
    void make() throws IOException;
  }

  private final LogSegments segments;
  private final long most;
  private final Directories directories;
  private final LogIndex index;
  private final LogTimesWriter times;

  /// Segments that may have bytes that are not forced, `current` among them: two at first, which
  /// another process may have left so, and then as many as a window of unacknowledged bytes has.
  private final List<LogSegment> unforced = new ArrayList<>();

  private @Nullable LogSegment current;
  private long end;

  /// First block to be indexed: that of the first byte that was written here.
  private long unindexed = Long.MAX_VALUE;

  SegmentedLog(
      LogSegments segments,
      LogIndex index,
      LogTimesWriter times,
      long most,
      Directories directories)
      throws IOException {
    this.segments = segments;
    this.index = index;
    this.times = times;
    this.most = most;
    this.directories = directories;
    this.end = segments.end();
    if (segments.exist()) {
      for (long start : segments.lastTwo()) {
        unforced.add(new LogSegment(segments.file(start), new Extent(start, start)));
      }
    }
  }

  @Override
  public synchronized long size() {
    return attempt(segments::end);
  }

  @Override
  public synchronized byte[] before(long offset, int most) {
    return attempt(() -> {
      int count = (int) Math.min(most, offset);
      ByteBuffer bytes = ByteBuffer.allocate(count);
      segments.read(offset - count, bytes);
      return bytes.array();
    });
  }

  @Override
  public void write(long offset, ByteBuffer bytes) {
    attempt(() -> {
      long at = offset;
      while (bytes.hasRemaining()) {
        LogSegment segment = segment(at);
        if (at == offset && isNew(offset)) {
          times.arrived(offset);
        }
        at = segment.write(at, bytes);
      }
      written(offset, at);
      return at;
    });
  }

  @Override
  public Optional<LogCut> cut() {
    return attempt(() -> LogCutFile.read(segments.cut()));
  }

  @Override
  public LogCut cut(LogCut at) {
    return attempt(() -> {
      directories.make();
      LogCutFile.mark(segments.cutOfLease()); // first, so that no cut is without
      return LogCutFile.write(segments.cut(), at);
    });
  }

  private synchronized LogSegment segment(long offset) throws IOException {
    if (current == null || !current.has(offset)) {
      if (current == null) {
        directories.make();
      }
      Extent extent = segments.at(offset, most);
      current = new LogSegment(segments.file(extent.start()), extent);
      unforced.add(current);
    }
    return current;
  }

  /// Whether bytes at an offset are new, and not rewritten by a redaction or after a crash.
  private synchronized boolean isNew(long offset) {
    return offset >= end;
  }

  private synchronized void written(long from, long to) {
    unindexed = Math.min(unindexed, from / LogIndex.BLOCK);
    end = Math.max(end, to);
  }

  private record Work(
      List<LogSegment> segments, @Nullable LogSegment current, long end, long from) {}

  @Override
  public void force() {
    attempt(() -> {
      Work work = work();
      for (LogSegment segment : work.segments()) {
        segment.force();
      }
      // Index durable bytes only: others may change after a crash.
      long full = work.end() / LogIndex.BLOCK;
      if (work.from() < full) {
        index.make(work.from(), full);
      }
      done(work, full);
      return work;
    });
  }

  private synchronized Work work() {
    return new Work(List.copyOf(unforced), current, end, unindexed);
  }

  private synchronized void done(Work work, long indexed) {
    for (LogSegment segment : work.segments()) {
      if (segment != work.current()) {
        segment.close();
        unforced.remove(segment);
      }
    }
    if (unindexed < indexed) {
      unindexed = indexed;
    }
  }

  @Override
  public synchronized void close() {
    unforced.forEach(LogSegment::close);
    unforced.clear();
    current = null;
  }

  private interface Access<T> {
    T make() throws IOException;
  }

  private <T> T attempt(Access<T> access) {
    try {
      return access.make();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a log in " + segments.directory(), e);
    }
  }
}

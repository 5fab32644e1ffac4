package dev.pawl.server.logs;

import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TreeSet;

/// Files of one log: `STEP.log`, and after it `STEP.OFFSET.log`, each named by its first offset;
/// `summary.log` has the job's summary. Where one ends the next begins, so they are found one after
/// another, whatever segment size they were written with; bytes behind a gap are not part of the
/// log.
///
/// A full segment does not change, so only the last is looked up again. Used by one thread at a
/// time.
final class LogSegments {

  static final String LOG = ".log";
  static final String CUT = ".cut";

  private final Path directory;
  private final String step;
  private final TreeSet<Long> starts = new TreeSet<>();

  LogSegments(Path directory, int step) {
    this.directory = directory;
    this.step = step == LogFrame.SUMMARY_INDEX ? "summary" : Integer.toString(step);
    starts.add(0L);
  }

  Path directory() {
    return directory;
  }

  Path index() {
    return directory.resolve(step + ".index");
  }

  /// The file of the times at which bytes arrived.
  Path times() {
    return directory.resolve(step + ".times");
  }

  /// The file that says where the log was cut.
  Path cut() {
    return directory.resolve(step + CUT);
  }

  /// The file in the run's directory that says that a log of this lease was cut.
  Path cutOfLease() {
    return directory.resolveSibling(directory.getFileName() + CUT);
  }

  Path file(long start) {
    return directory.resolve(start == 0 ? step + LOG : step + "." + start + LOG);
  }

  boolean exist() {
    return Files.exists(file(0));
  }

  /// The end of the log, now.
  long end() throws IOException {
    while (true) {
      long start = starts.last();
      long end = start + size(start);
      if (end == start || !Files.exists(file(end))) {
        return end;
      }
      starts.add(end);
    }
  }

  private long size(long start) throws IOException {
    try {
      return Files.size(file(start));
    } catch (NoSuchFileException _) {
      return 0;
    }
  }

  /// The beginnings of the last two known segments.
  Iterable<Long> lastTwo() {
    Long before = starts.lower(starts.last());
    return starts.tailSet(before == null ? starts.last() : before);
  }

  /// The segment that has, or will have, the byte at an offset.
  ///
  /// @param most bytes of a segment
  Extent at(long offset, long most) throws IOException {
    long end = end();
    long start = starts.floor(offset);
    Long next = starts.higher(start);
    if (next != null) {
      return new Extent(start, next);
    }
    long full = Math.max(start + most, end);
    return offset < full ? new Extent(start, full) : new Extent(offset, offset + most);
  }

  /// Range of a segment when it is full.
  record Extent(long start, long end) {}

  /// Reads from an offset into the buffer, until it is full or the log ends. Leaves no file open.
  void read(long offset, ByteBuffer into) throws IOException {
    end();
    long at = offset;
    while (into.hasRemaining()) {
      long start = starts.floor(at);
      int read = read(start, at - start, into);
      if (read <= 0) {
        return;
      }
      at += read;
    }
  }

  private int read(long start, long position, ByteBuffer into) throws IOException {
    try (FileChannel in = FileChannel.open(file(start), StandardOpenOption.READ)) {
      int before = into.position();
      while (into.hasRemaining() && in.read(into, position + into.position() - before) > 0) {
        // Mostly the first read gives all.
      }
      return into.position() - before;
    } catch (NoSuchFileException _) {
      return 0;
    }
  }
}

package dev.pawl.agent.spool;

import dev.pawl.agent.session.AgentSpool;
import dev.pawl.agent.session.SpoolContents;
import dev.pawl.agent.session.SpoolRecord;
import dev.pawl.agent.session.SpoolSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// The spool of an agent as a file: a line for every record, and from time to time a new file
/// without the obsolete ones. Owned by the session's owner.
///
/// Its size is bounded. When a record does not fit, or the disk is full, it is not stored, and the
/// operator is notified once, and again when the spool can be written to again.
public final class FileSpool implements AgentSpool, AutoCloseable {

  /// The default limit of the file's size, in bytes.
  public static final long DEFAULT_LIMIT = 64L << 20;

  /// Obsolete records are kept up to this size, in bytes.
  static final long MIN_OBSOLETE = 1L << 20;

  private final Path directory;
  private final long limit;
  private final Consumer<String> console;
  private final SpoolLock lock;
  private final SpoolFile file;
  private final SpoolContents contents = new SpoolContents();
  private final SpoolSnapshot recalled;
  private long compactBeyond;
  private boolean isFailing;

  /// Opens the spool in a directory, which is made if it does not exist. Damaged lines are skipped,
  /// and the damaged file is kept under another name.
  ///
  /// @param limit the largest size of the file, in bytes
  /// @param console takes messages for the operator
  /// @throws IOException also if another agent uses the spool
  public static FileSpool open(Path directory, long limit, Consumer<String> console)
      throws IOException {
    PrivateFiles.makeDirectory(directory);
    SpoolLock lock = SpoolLock.take(directory.resolve("lock"));
    try {
      return new FileSpool(directory, limit, console, lock);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private FileSpool(Path directory, long limit, Consumer<String> console, SpoolLock lock)
      throws IOException {
    this.directory = directory;
    this.limit = limit;
    this.console = console;
    this.lock = lock;
    Path path = directory.resolve("spool");
    PrivateFiles.makeFile(path);
    SpoolReader.SpoolRead found = SpoolReader.read(path);
    found.facts().forEach(kept -> contents.add(kept.fact(), kept.bytes()));
    this.recalled = contents.snapshot();
    this.file = new SpoolFile(path, found.end());
    if (found.damaged() > 0) {
      console.accept(
          "spool '%s' is damaged (unreadable lines: %d, the first at byte %d). %s. The other lines are"
                  .formatted(path, found.damaged(), found.damagedAt(), setAside())
              + " used; the server ends the leases of damaged lines by their deadline");
    }
  }

  /// Replaces the damaged file by a new one, so that the damage is not reported again at the next
  /// start, and keeps it under another name, in place of an earlier one.
  private String setAside() {
    Path aside = directory.resolve("spool.damaged");
    try {
      Files.deleteIfExists(aside);
      Files.createLink(aside, directory.resolve("spool"));
      if (compact()) {
        return "The damaged file is kept as '%s'".formatted(aside);
      }
      Files.deleteIfExists(aside); // it is still in use
      return "There is no room to keep the damaged file";
    } catch (IOException | UnsupportedOperationException e) {
      boolean _ = compact();
      return "The damaged file cannot be kept (%s)".formatted(e.getMessage());
    }
  }

  @Override
  public SpoolSnapshot restored() {
    return recalled;
  }

  /// The last eighth is reserved for messages of the current jobs.
  @Override
  public boolean hasRoom() {
    return !isFailing && contents.bytes() < limit - limit / 8;
  }

  @Override
  public boolean append(List<? extends SpoolRecord> facts) {
    List<byte[]> lines = facts.stream().map(SpoolRecordCodec::encode).toList();
    if (!appendLines(lines)) {
      return false;
    }
    for (int index = 0; index < lines.size(); index++) {
      contents.add(facts.get(index), lines.get(index).length);
    }
    recovered();
    return true;
  }

  /// The record counts even if it cannot be written: what it makes obsolete is not written again.
  @Override
  public void appendIfPossible(SpoolRecord fact) {
    byte[] line = SpoolRecordCodec.encode(fact);
    contents.add(fact, line.length);
    boolean _ = appendLines(List.of(line));
  }

  private boolean appendLines(List<byte[]> lines) {
    byte[] bytes = joined(lines);
    try {
      if (isWorthCompacting(bytes.length)) {
        boolean _ = compact();
      }
      if (file.size() + bytes.length > limit) {
        failed("it has reached its limit of %d bytes".formatted(limit));
        return false;
      }
      file.append(bytes);
      return true;
    } catch (IOException e) {
      failed(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /// Whether obsolete records outweigh the others and matter, or there is no room otherwise.
  private boolean isWorthCompacting(int more) {
    long obsolete = file.size() - contents.bytes();
    boolean isNeeded = file.size() + more > limit && obsolete >= Math.max(more, limit / 8);
    boolean isUseful = obsolete > contents.bytes() && obsolete > MIN_OBSOLETE;
    return isNeeded || (isUseful && file.size() > compactBeyond);
  }

  /// Writes a new file without obsolete records. If the disk is full, the file stays as it is.
  private boolean compact() {
    try {
      file.replace(contents.records().stream().map(SpoolRecordCodec::encode).iterator());
      compactBeyond = 0;
      return true;
    } catch (IOException _) {
      compactBeyond = file.size() + MIN_OBSOLETE;
      return false;
    }
  }

  private static byte[] joined(List<byte[]> lines) {
    byte[] all = new byte[lines.stream().mapToInt(line -> line.length).sum()];
    int at = 0;
    for (byte[] line : lines) {
      System.arraycopy(line, 0, all, at, line.length);
      at += line.length;
    }
    return all;
  }

  private void failed(String why) {
    if (!isFailing) {
      isFailing = true;
      console.accept(
          "spool in '%s' cannot be written: %s. Current jobs wait, and no other is accepted"
              .formatted(directory, why));
    }
  }

  private void recovered() {
    if (isFailing) {
      isFailing = false;
      console.accept("spool in '%s' can be written again".formatted(directory));
    }
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      file.close();
    }
  }
}

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

/// What outlives the agent, in a file of its own: a line for every fact, and now and then a new
/// file of what is still of use. Owned by whoever owns the session.
///
/// It is never larger than it may be. What does not fit, or not on the disk, is not kept, and
/// whoever watches the agent is told so once, and once more when it goes on.
public final class FileSpool implements AgentSpool, AutoCloseable {

  /// In bytes, where nobody says otherwise.
  public static final long MOST = 64L << 20;

  /// What is of no use any more is left alone up to that many bytes.
  static final long FLOOR = 1L << 20;

  private final Path directory;
  private final long most;
  private final Consumer<String> console;
  private final SpoolLock lock;
  private final SpoolFile file;
  private final SpoolContents remembered = new SpoolContents();
  private final SpoolSnapshot recalled;
  private long compactBeyond;
  private boolean isInTrouble;

  /// Opens the spool of the directory, which is made if need be. What is damaged in it is left out,
  /// and kept aside.
  ///
  /// @param most how large the file may become, in bytes
  /// @param console told what somebody who watches the agent should know, in words
  /// @throws IOException also if another agent has it
  public static FileSpool open(Path directory, long most, Consumer<String> console)
      throws IOException {
    PrivateFiles.makeDirectory(directory);
    SpoolLock lock = SpoolLock.take(directory.resolve("lock"));
    try {
      return new FileSpool(directory, most, console, lock);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private FileSpool(Path directory, long most, Consumer<String> console, SpoolLock lock)
      throws IOException {
    this.directory = directory;
    this.most = most;
    this.console = console;
    this.lock = lock;
    Path path = directory.resolve("spool");
    PrivateFiles.makeFile(path);
    SpoolReader.SpoolRead found = SpoolReader.read(path);
    found.facts().forEach(kept -> remembered.add(kept.fact(), kept.bytes()));
    this.recalled = remembered.snapshot();
    this.file = new SpoolFile(path, found.end());
    if (found.damaged() > 0) {
      console.accept(
          "%s is damaged, lines that cannot be read: %d, the first at byte %d: %s, the rest is used;"
                  .formatted(path, found.damaged(), found.damagedAt(), keptAside())
              + " leases that were in them the server takes back, by their deadline at the latest");
    }
  }

  /// A new file instead, or the same would be told at every start. The damaged one has another name
  /// from then on, which was that of the one before it.
  private String keptAside() {
    Path aside = directory.resolve("spool.damaged");
    try {
      Files.deleteIfExists(aside);
      Files.createLink(aside, directory.resolve("spool"));
      if (compact()) {
        return "it is kept as " + aside;
      }
      Files.deleteIfExists(aside); // it is still the one in use
      return "there is no room to keep it aside";
    } catch (IOException | UnsupportedOperationException e) {
      boolean _ = compact();
      return "it cannot be kept aside (%s)".formatted(e.getMessage());
    }
  }

  @Override
  public SpoolSnapshot restored() {
    return recalled;
  }

  /// The last eighth is for what the jobs that are here have to say.
  @Override
  public boolean hasRoom() {
    return !isInTrouble && remembered.bytes() < most - most / 8;
  }

  @Override
  public boolean append(List<? extends SpoolRecord> facts) {
    List<byte[]> lines = facts.stream().map(SpoolRecordCodec::encode).toList();
    if (!appendLines(lines)) {
      return false;
    }
    for (int index = 0; index < lines.size(); index++) {
      remembered.add(facts.get(index), lines.get(index).length);
    }
    untroubled();
    return true;
  }

  /// It counts even if it cannot be written: what it makes superfluous is not written again.
  @Override
  public void appendIfPossible(SpoolRecord fact) {
    byte[] line = SpoolRecordCodec.encode(fact);
    remembered.add(fact, line.length);
    boolean _ = appendLines(List.of(line));
  }

  private boolean appendLines(List<byte[]> lines) {
    byte[] bytes = joined(lines);
    try {
      if (isWorthCompacting(bytes.length)) {
        boolean _ = compact();
      }
      if (file.size() + bytes.length > most) {
        troubled("it has reached its limit of %d bytes".formatted(most));
        return false;
      }
      file.append(bytes);
      return true;
    } catch (IOException e) {
      troubled(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /// More is of no use than is, and enough for it to matter; or there is no room otherwise.
  private boolean isWorthCompacting(int more) {
    long useless = file.size() - remembered.bytes();
    boolean isNeeded = file.size() + more > most && useless >= Math.max(more, most / 8);
    boolean isUseful = useless > remembered.bytes() && useless > FLOOR;
    return isNeeded || (isUseful && file.size() > compactBeyond);
  }

  /// A disk without room for it is no harm: the file is as it was.
  private boolean compact() {
    try {
      file.replace(remembered.records().stream().map(SpoolRecordCodec::encode).iterator());
      compactBeyond = 0;
      return true;
    } catch (IOException _) {
      compactBeyond = file.size() + FLOOR;
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

  private void troubled(String why) {
    if (!isInTrouble) {
      isInTrouble = true;
      console.accept(
          "cannot write to the spool in %s: %s; jobs wait, and no other is taken"
              .formatted(directory, why));
    }
  }

  private void untroubled() {
    if (isInTrouble) {
      isInTrouble = false;
      console.accept("the spool in %s can be written to again".formatted(directory));
    }
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      file.close();
    }
  }
}

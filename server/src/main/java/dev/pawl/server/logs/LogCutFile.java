package dev.pawl.server.logs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// The file beside a log that says where it was cut. It is written once, whole and durably: of two
/// orchestrators that cut the same log, the first counts.
final class LogCutFile {

  static Optional<LogCut> read(Path file) throws IOException {
    try {
      return Files.exists(file) ? LogCut.decoded(Files.readString(file)) : Optional.empty();
    } catch (NoSuchFileException _) {
      return Optional.empty(); // its run was pruned just now
    }
  }

  static LogCut write(Path file, LogCut cut) throws IOException {
    Path part = Files.createTempFile(file.getParent(), ".cut-", ".part");
    try {
      Files.writeString(part, cut.encoded());
      try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      // Unlike a rename, a link never replaces a file.
      Files.createLink(file, part);
    } catch (FileAlreadyExistsException _) {
      // Another process has cut it.
    } finally {
      Files.deleteIfExists(part);
    }
    LogSegment.enter(file);
    return read(file).orElse(cut);
  }

  /// Marks the lease of a log as one with a cut: a run may have too many leases to look into each.
  static void mark(Path ofLease) throws IOException {
    try {
      Files.createFile(ofLease);
    } catch (FileAlreadyExistsException _) {
      // It has another one.
    }
    LogSegment.enter(ofLease);
  }

  private LogCutFile() {}
}

package dev.pawl.cli.local;

import dev.pawl.cli.console.EnvironmentException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The proof that the owner of some runs is alive: a file that is locked while its process lives.
/// The kernel releases the lock however the process ends.
final class OwnerLock implements AutoCloseable {

  private static final String SUFFIX = ".lock";
  private static final Pattern NAME = Pattern.compile("([0-9a-f]{32})\\.lock");
  private static final int MOST_TRIES = 100;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Path file;
  private final FileChannel channel;

  private OwnerLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// Takes the lock of a new owner. A cleanup may find and delete the file before it is locked; a
  /// lock on a deleted file proves nothing, so it is taken again.
  static OwnerLock take(Path directory, String owner) {
    try {
      for (int tries = 0; tries < MOST_TRIES; tries++) {
        Optional<OwnerLock> lock = tryTake(directory, owner);
        if (lock.isPresent() && Files.exists(lock.get().file)) {
          return lock.get();
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      throw new EnvironmentException(
          "cannot lock a file in '%s': another process keeps deleting or locking it. Try again."
              .formatted(directory));
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write to '%s': %s".formatted(directory, FileErrorMessages.describe(e)), e);
    }
  }

  /// Whether the lock is taken; changes nothing, so it works on a read-only mount too.
  static boolean isTaken(Path directory, String owner) {
    try (FileChannel channel =
        FileChannel.open(directory.resolve(owner + SUFFIX), StandardOpenOption.READ)) {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
      return lock == null;
    } catch (OverlappingFileLockException _) {
      return true; // held by this process
    } catch (IOException _) {
      return false; // no such file
    }
  }

  /// The owners that have a lock file. Only names that are ids count: leftovers are found by name,
  /// and a shorter name would match files that are not ours.
  static List<String> owners(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .map(NAME::matcher)
          .filter(Matcher::matches)
          .map(name -> name.group(1))
          .toList();
    }
  }

  /// Takes the lock of an owner if it is free, which means that the owner has died.
  static Optional<OwnerLock> tryTake(Path directory, String owner) throws IOException {
    Files.createDirectories(directory); // a copied store has no such directory
    return tryTake(directory.resolve(owner + SUFFIX), StandardOpenOption.CREATE);
  }

  /// Takes the lock of an existing file; a file that has been deleted meanwhile is not created
  /// again.
  static Optional<OwnerLock> tryTakeExisting(Path directory, String owner) throws IOException {
    try {
      return tryTake(directory.resolve(owner + SUFFIX), StandardOpenOption.WRITE);
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  private static Optional<OwnerLock> tryTake(Path file, StandardOpenOption option)
      throws IOException {
    FileChannel channel = FileChannel.open(file, option, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new OwnerLock(file, channel));
      }
    } catch (OverlappingFileLockException _) {
      // Held by this process.
    }
    channel.close();
    return Optional.empty();
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
      channel.close();
    } catch (IOException _) {
      // The kernel releases it at the end of the process.
    }
  }
}

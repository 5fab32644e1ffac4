package dev.pawl.cli.local;

import dev.pawl.server.store.StoreUnavailable;
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

/// The proof that the owner of some runs is alive: a file that is locked for as long as its process
/// lives. The kernel lets go of it, whatever the process dies of.
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

  /// Takes the lock of a new owner. Whoever sweeps up may find the file before it is locked, and
  /// delete it: a lock on a file that is not there any more proves nothing, so it is taken again.
  static OwnerLock take(Path directory, String owner) {
    try {
      for (int tries = 0; tries < MOST_TRIES; tries++) {
        Optional<OwnerLock> lock = tryTake(directory, owner);
        if (lock.isPresent() && Files.exists(lock.get().file)) {
          return lock.get();
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      throw new StoreUnavailable("cannot lock %s in %s".formatted(owner, directory));
    } catch (IOException e) {
      throw new StoreUnavailable(
          "cannot write to %s: %s".formatted(directory, FileErrorMessages.describe(e)), e);
    }
  }

  /// Whether somebody has the lock; leaves everything as it is.
  static boolean isTaken(Path directory, String owner) {
    try (FileChannel channel =
        FileChannel.open(directory.resolve(owner + SUFFIX), StandardOpenOption.WRITE)) {
      FileLock lock = channel.tryLock();
      return lock == null;
    } catch (OverlappingFileLockException _) {
      return true; // this very process has it
    } catch (IOException _) {
      return false; // there is none
    }
  }

  /// Those who have a lock here, or died having it. Only names that are ids: what an owner left is
  /// found by its name, and anything shorter would be found in places that are none of ours.
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

  /// Takes the lock of an owner, if nobody has it: then that owner is gone.
  static Optional<OwnerLock> tryTake(Path directory, String owner) throws IOException {
    Files.createDirectories(directory); // a store that was copied here has none
    return tryTake(directory.resolve(owner + SUFFIX), StandardOpenOption.CREATE);
  }

  /// The same where there is a file; one that has been deleted meanwhile is not made again.
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
      // This very process has it.
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
      // The kernel lets go of it with the process.
    }
  }
}

package dev.pawl.cli.local;

import dev.pawl.server.runtime.StoreFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// The proof that the owner of some runs is alive: a file that is locked for as long as its process
/// lives. The kernel lets go of it, whatever the process dies of.
final class OwnerLock implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;

  private OwnerLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// Takes the lock of a new owner.
  static OwnerLock take(Path directory, String owner) {
    try {
      return tryTake(directory, owner)
          .orElseThrow(() -> new StoreFailure("somebody else is " + owner));
    } catch (IOException e) {
      throw new StoreFailure("cannot write to %s: %s".formatted(directory, Problems.meaning(e)), e);
    }
  }

  /// Takes the lock of an owner, if nobody has it: then that owner is gone.
  static Optional<OwnerLock> tryTake(Path directory, String owner) throws IOException {
    Path file = directory.resolve(owner + ".lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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

package dev.pawl.agent.isolation;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The users that this agent has for its slots. Several agents of a machine must not have the same
/// ones, so each user is a locked file. The kernel releases the locks when the agent is dead.
public final class UserClaims {

  private static final Path DIRECTORY = Path.of("/run/pawl-users");

  private final Path directory;
  private final List<FileLock> locks = new ArrayList<>();

  public UserClaims() {
    this(DIRECTORY);
  }

  UserClaims(Path directory) {
    this.directory = directory;
  }

  /// Claims a user. Where no files can be made, nothing is locked, and the claim succeeds.
  ///
  /// @return false if another agent has it
  boolean claim(int uid) {
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      FileChannel file =
          FileChannel.open(
              directory.resolve(Integer.toString(uid)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      FileLock lock = lock(file);
      if (lock == null) {
        file.close();
        return false;
      }
      locks.add(lock);
      return true;
    } catch (IOException _) {
      return true;
    }
  }

  private static @Nullable FileLock lock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException _) {
      return null; // another agent of this process has it
    }
  }
}

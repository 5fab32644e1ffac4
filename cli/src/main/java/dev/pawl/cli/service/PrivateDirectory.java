package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the other users of a machine, and so the jobs that run as one of them, out of a server's
/// data directory.
final class PrivateDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(PrivateDirectory.class);
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  /// What a server keeps there.
  private static final List<String> FILES =
      List.of(
          "key",
          "pawl.db",
          "pawl.db-wal",
          "pawl.db-shm",
          "logs",
          "lock",
          "mirrors",
          "reserve",
          "reserve-for-start");

  /// Creates the directory, or closes it to others if they can read it.
  ///
  /// @throws EnvironmentException if it belongs to somebody else, or has other things in it
  static void prepare(Path directory) throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER));
    if (isOpen(directory)) {
      checkContents(directory);
      close(directory);
      LOG.info("other users could read '{}': made it private", directory);
    }
    for (String name : FILES) {
      Path file = directory.resolve(name);
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
          && !Files.isSymbolicLink(file)
          && isOpen(file)) {
        close(file);
      }
    }
  }

  /// Creates the directory of logs that several servers share. One that others can read is left as
  /// it is, because its owner may want that, with a warning.
  static void prepareLogs(Path directory) throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER));
    if (isOpen(directory)) {
      LOG.warn("other users can read the logs in '{}'; run `chmod 700` on it", directory);
    }
    Path probe = Files.createTempFile(directory, ".probe", "");
    Files.delete(probe);
  }

  /// Creates an empty file that others cannot read, unless it exists.
  static void createFile(Path file) throws IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException _) {
      // It was closed before.
    }
  }

  private static boolean isOpen(Path path) throws IOException {
    return !OWNER.containsAll(Files.getPosixFilePermissions(path));
  }

  /// Rejects a directory that others need, such as a home or `/tmp`.
  private static void checkContents(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      if (!names.isEmpty() && Collections.disjoint(names, FILES)) {
        throw new EnvironmentException(
            "cannot use '%s': other users can read it, and it has files that are not a server's. Give a directory of its own with --data, or run `chmod 700` on it."
                .formatted(directory));
      }
    }
  }

  private static void close(Path path) throws IOException {
    EnumSet<PosixFilePermission> kept = EnumSet.copyOf(OWNER);
    kept.retainAll(Files.getPosixFilePermissions(path));
    try {
      Files.setPosixFilePermissions(path, kept);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot use '%s': other users can read it, and it belongs to '%s'. Run `chmod go-rwx` on it as its owner, or give another directory with --data."
              .formatted(path, Files.getOwner(path).getName()),
          e);
    }
  }

  private PrivateDirectory() {}
}

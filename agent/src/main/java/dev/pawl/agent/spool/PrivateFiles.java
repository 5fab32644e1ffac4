package dev.pawl.agent.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Makes files that only the agent's user can read: the spool contains lease ids and messages of
/// jobs.
final class PrivateFiles {

  private static final Set<PosixFilePermission> OWN_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWN_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  static final FileAttribute<?> FILE = PosixFilePermissions.asFileAttribute(OWN_FILE);

  /// Makes a directory and its parents. An existing one becomes private.
  static void makeDirectory(Path directory) throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWN_DIRECTORY));
    Files.setPosixFilePermissions(directory, OWN_DIRECTORY);
  }

  /// Makes an empty file, unless it exists.
  static void makeFile(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(file, FILE);
    }
    Files.setPosixFilePermissions(file, OWN_FILE);
  }

  private PrivateFiles() {}
}

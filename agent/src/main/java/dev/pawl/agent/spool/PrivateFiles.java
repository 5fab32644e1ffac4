package dev.pawl.agent.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Nobody else's: lease ids are in it, by which an agent is known, and what jobs said.
final class PrivateFiles {

  private static final Set<PosixFilePermission> OWN_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWN_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  static final FileAttribute<?> FILE = PosixFilePermissions.asFileAttribute(OWN_FILE);

  /// Makes it, with what it is in; one that is there becomes private.
  static void makeDirectory(Path directory) throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWN_DIRECTORY));
    Files.setPosixFilePermissions(directory, OWN_DIRECTORY);
  }

  /// Makes an empty one, unless there is one.
  static void makeFile(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(file, FILE);
    }
    Files.setPosixFilePermissions(file, OWN_FILE);
  }

  private PrivateFiles() {}
}

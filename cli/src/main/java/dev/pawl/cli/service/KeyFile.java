package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.keys.KeyRing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;

/// The file `key` of a server's data directory, which holds its ring of keys.
public record KeyFile(Path file) {

  public boolean exists() {
    return Files.exists(file);
  }

  /// The keys that it holds.
  ///
  /// @throws EnvironmentException if it cannot be read, or is damaged
  public KeyRing read() {
    try {
      return KeyRing.parse(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot read '%s': %s".formatted(file, FileErrorMessages.describe(e)), e);
    } catch (IllegalArgumentException e) {
      throw new EnvironmentException(
          "'%s' is not a key file: %s. Restore it from a backup of the data directory, or copy it from another server of the store."
              .formatted(file, e.getMessage()));
    }
  }

  /// Creates the file with one key, unless another process has just done so.
  public KeyRing create() {
    try {
      Path next = written(KeyRing.of(newKey()));
      try {
        Files.createLink(file, next);
      } catch (FileAlreadyExistsException _) {
        // The other one's key is as good.
      } finally {
        Files.delete(next);
      }
      return read();
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  /// Adds a key.
  ///
  /// @param from when it is used
  public KeyRing.Key add(Instant from) {
    var key = new KeyRing.Key(from, newKey());
    try {
      Files.move(written(read().plus(key)), file, StandardCopyOption.ATOMIC_MOVE);
      return key;
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  /// Writes a new file beside: half a key file would be as bad as none.
  private Path written(KeyRing ring) throws IOException {
    Path next =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            ".key",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(next, ring.text(), StandardOpenOption.WRITE, StandardOpenOption.SYNC);
  }

  private EnvironmentException cannotWrite(IOException e) {
    return new EnvironmentException(
        "cannot write '%s': %s".formatted(file, FileErrorMessages.describe(e)), e);
  }

  private static byte[] newKey() {
    return new IdGenerator(InstantSource.system()).key();
  }
}

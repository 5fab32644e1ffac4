package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.server.IdGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Optional;

/// The directory of an agent: its token and spool, which no job may read, and the workspaces of its
/// jobs.
public record AgentDirectory(Path directory) {

  /// Creates the directory if necessary.
  ///
  /// @throws EnvironmentException if it cannot be created
  public static AgentDirectory at(Path directory) {
    try {
      Files.createDirectories(directory);
      var agentDirectory = new AgentDirectory(directory);
      Files.createDirectories(
          agentDirectory.secret(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return agentDirectory;
    } catch (IOException e) {
      throw cannotWrite(directory, e);
    }
  }

  private Path secret() {
    return directory.resolve("private");
  }

  public Path spool() {
    return secret().resolve("spool");
  }

  /// The marker in the environment of the jobs' processes; the same after every restart.
  public String marker() {
    return madeOnce("marker");
  }

  /// The id of this installation of an agent; the same after every restart.
  public String instance() {
    return madeOnce("instance");
  }

  private String madeOnce(String name) {
    try {
      Path file = secret().resolve(name);
      if (!Files.exists(file)) {
        write(file, new IdGenerator(InstantSource.system()).next());
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw cannotWrite(secret(), e);
    }
  }

  public Path work() {
    return directory.resolve("work");
  }

  /// The token from an earlier enrolment.
  public Optional<String> token() {
    try {
      Path file = secret().resolve("token");
      return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException e) {
      throw cannotWrite(secret(), e);
    }
  }

  public void storeToken(String token) {
    try {
      write(secret().resolve("token"), token);
    } catch (IOException e) {
      throw cannotWrite(secret(), e);
    }
  }

  /// Writes a file atomically.
  private void write(Path file, String text) throws IOException {
    Path written =
        Files.createTempFile(
            secret(),
            "new",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(written, text + "\n");
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static EnvironmentException cannotWrite(Path directory, IOException e) {
    return new EnvironmentException(
        "cannot use '%s': %s".formatted(directory, FileErrorMessages.describe(e)), e);
  }
}

package dev.pawl.cli.service;

import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.store.StoreUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Optional;

/// Where an agent keeps what is its own: its token and its spool, which no job may read, and beside
/// them the workspaces of its jobs.
public record AgentDirectory(Path directory) {

  /// Made if it is not there.
  ///
  /// @throws StoreFailure if it cannot be
  public static AgentDirectory at(Path directory) {
    try {
      Files.createDirectories(directory);
      var home = new AgentDirectory(directory);
      Files.createDirectories(
          home.secret(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return home;
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

  /// What the processes of its jobs are known by, at every start the same.
  public String marker() {
    try {
      Path file = secret().resolve("marker");
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

  /// The token that the agent was enrolled with.
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

  /// Whole or not at all.
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

  private static StoreUnavailable cannotWrite(Path directory, IOException e) {
    return new StoreUnavailable(
        "cannot use %s: %s".formatted(directory, FileErrorMessages.describe(e)), e);
  }
}

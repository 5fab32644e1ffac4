package dev.pawl.cli.service;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.server.auth.BearerToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Supplier;

/// Gives the token of the first administrator to the operator: by a private file, or by the
/// terminal. Never by the log stream, which is kept and read by others.
///
/// @param file the file to write it to
public record AdminTokenOutput(Optional<Path> file) {

  /// Issues a token if it can be given to somebody. Returns what to tell the operator, without the
  /// token.
  ///
  /// @param dataOptions the options by which other commands find the server's data
  /// @throws EnvironmentException if the file cannot be written
  public String deliver(Supplier<BearerToken> token, String dataOptions) {
    if (file.isPresent()) {
      write(file.get(), token);
      return "admin token written to '%s'".formatted(file.get());
    }
    return TerminalInfo.print(() -> "admin token, printed only once: " + token.get().text() + "\n")
        ? "the admin token was printed to the terminal"
        : "no admin token yet; run `pawl token admin NAME%s`, or start the server with --admin-token-file FILE"
            .formatted(dataOptions);
  }

  /// Issues the token only when the file can be written, because it cannot be shown again.
  private static void write(Path file, Supplier<BearerToken> token) {
    try {
      Path directory = file.toAbsolutePath().getParent();
      Path written =
          Files.createTempFile(
              directory,
              ".admin-token",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.writeString(written, token.get().text() + "\n");
        Files.move(
            written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write the admin token to '%s': %s".formatted(file, FileErrorMessages.describe(e)),
          e);
    }
  }
}

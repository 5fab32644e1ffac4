package dev.pawl.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.console.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the directories of a server.
class ServerDataTest {

  @TempDir private Path directory;

  private ServerData withLogs(Path logs) {
    return new ServerData(directory.resolve("data"), Optional.empty()).withLogs(logs);
  }

  @Test
  void aSharedLogDirectoryIsCreatedPrivate() throws IOException {
    Path logs = directory.resolve("shared").resolve("logs");
    ServerData data = withLogs(logs).prepared();
    assertThat(data.logDirectory()).isEqualTo(logs);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(logs)))
        .isEqualTo("rwx------");
    assertThat(logs).isEmptyDirectory();
  }

  @Test
  void aLogDirectoryThatIsAFileIsReported() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> withLogs(file).prepared())
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("cannot write to the log directory '%s'".formatted(file));
  }
}

package dev.pawl.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.TokenKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first admin token goes to a private file or to the terminal.
class AdminTokenOutputTest {

  @TempDir private Path directory;

  private final List<BearerToken> issued = new ArrayList<>();

  private BearerToken issue() {
    issued.add(BearerToken.generate(TokenKind.USER));
    return issued.getLast();
  }

  @Test
  void theFileIsPrivate() throws IOException {
    Path file = directory.resolve("token");
    Files.writeString(file, "an old one");
    String message = new AdminTokenOutput(Optional.of(file)).deliver(this::issue, "");
    assertThat(message)
        .isEqualTo("admin token written to '%s'".formatted(file))
        .doesNotContain(issued.getFirst().text());
    assertThat(file).hasContent(issued.getFirst().text());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(directory).isDirectoryNotContaining("glob:**.admin-token*");
  }

  @Test
  void noTokenIsIssuedIfItCannotBeWritten() {
    var output = new AdminTokenOutput(Optional.of(directory.resolve("missing").resolve("token")));
    assertThatThrownBy(() -> output.deliver(this::issue, ""))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("cannot write the admin token to");
    assertThat(issued).isEmpty();
  }

  /// Tests have no terminal.
  @Test
  void noTokenIsIssuedIfNobodyCouldReadIt() {
    assertThat(new AdminTokenOutput(Optional.empty()).deliver(this::issue, " --data d"))
        .contains("run `pawl token admin NAME --data d`");
    assertThat(issued).isEmpty();
  }
}

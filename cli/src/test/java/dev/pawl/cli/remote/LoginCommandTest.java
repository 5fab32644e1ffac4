package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.client.UserConfiguration;
import dev.pawl.cli.process.InProcessCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of `pawl login`, `pawl whoami` and `pawl logout`.
class LoginCommandTest {

  @TempDir private Path directory;
  private InProcessServer server;

  @BeforeEach
  void start() throws IOException {
    server = new InProcessServer(directory.resolve("server"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theTokenIsCheckedAndStoredForItsUserOnly() throws IOException {
    InProcessCommand.pawlWith(server.adminToken() + "\n", "login", server.url() + "/")
        .exits(0)
        .says("Logged in to %s as admin, with the role server_admin".formatted(server.url()));

    assertThat(UserConfiguration.file()).content().contains(server.adminToken());
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(UserConfiguration.file())))
        .isEqualTo("rw-------");
    server.pawl("whoami").exits(0).says("role   server_admin in the org 'default'");
    server.pawl("whoami", "--json").exits(0).says("\"role\" : \"server_admin\"");
  }

  @Test
  void theServerOfTheLastLoginIsTheDefault() {
    InProcessCommand.pawl("whoami").exits(0).says("admin on " + server.url());
  }

  @Test
  void aRejectedTokenIsNotStored() {
    String wrong = server.adminToken().replaceFirst(".{4}$", "zzzz");
    InProcessCommand.pawlWith(wrong, "login", server.url())
        .exits(4)
        .complains("pawl: not authorized by %s: the token is unknown".formatted(server.url()));
    assertThat(UserConfiguration.file()).content().doesNotContain(wrong);
  }

  @Test
  void afterTheLogoutTheTokenIsForgotten() {
    InProcessCommand.pawl("logout", server.url()).exits(0).says("Logged out of " + server.url());

    assertThat(UserConfiguration.file()).content().doesNotContain(server.adminToken());
    server
        .pawl("whoami")
        .exits(4)
        .complains("no token for it is known. Run `pawl login %s`".formatted(server.url()));
    InProcessCommand.pawl("logout", server.url())
        .exits(2)
        .complains("you are not logged in to '%s'".formatted(server.url()));
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    InProcessCommand.pawl("whoami", "--server", "http://127.0.0.1:1")
        .exits(3)
        .complains(
            "pawl: cannot reach http://127.0.0.1:1: connection refused. Is the server running?");
  }

  @Test
  void anAddressThatIsNoneIsRejected() {
    InProcessCommand.pawl("whoami", "--server", "ci.example")
        .exits(2)
        .complains("--server expects http://HOST:PORT or https://HOST, not 'ci.example'");
  }
}

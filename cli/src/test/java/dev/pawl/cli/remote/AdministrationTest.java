package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.InProcessCommand;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of `pawl org` and `pawl token` against a server.
class AdministrationTest {

  private static final String NOWHERE =
      "jobs: { draw: { runs-on: gpu, steps: [{ run: echo drawn }] } }\n";

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

  private void loginWith(String token) throws IOException {
    InProcessCommand.pawl("login", server.url(), "--token-file", server.tokenFile(token)).exits(0);
  }

  @Test
  void theTokensOfAServerAreMadeListedAndRevoked() throws IOException {
    String viewer =
        server
            .pawl("token", "user", "eve", "--role", "viewer", "--teams", "ops", "--expires", "1h")
            .exits(0)
            .out()
            .strip();
    server.pawl("token", "agent", "build-1", "--labels", "linux").exits(0);
    server.pawl("token", "enrol", "build-2").exits(0);
    assertThat(server.pawl("token", "list").exits(0).out())
        .containsPattern("user +eve +viewer +team:ops +until 20")
        .containsPattern("agent +build-1 +linux +active")
        .containsPattern("enrolment +build-2 ");

    String id = viewer.split("_", -1)[2];
    server.pawl("token", "revoke", id).exits(0).says("revoked " + id);
    server.pawl("token", "revoke", id).exits(0).complains("already revoked");
    server.pawl("token", "revoke", "nobody").exits(2).complains("token 'nobody' not found");
  }

  @Test
  void aViewerLooksAndChangesNothing() throws IOException {
    String run = server.submit(NOWHERE);
    loginWith(server.pawl("token", "user", "eve", "--role", "viewer").exits(0).out().strip());

    server.pawl("show", run).exits(0).says("draw");
    server.pawl("cancel", run).exits(4).complains("this needs the role runner");
    server.pawl("token", "list").exits(4).complains("this needs the role admin");
    server.pawl("org", "create", "evil").exits(4).complains("this needs the role server_admin");
  }

  @Test
  void anOrgDoesNotSeeTheRunsOfAnother() throws IOException {
    server.submit(NOWHERE);
    server.pawl("org", "create", "acme").exits(0).says("Created the org 'acme'.");
    server.pawl("org", "create", "acme").exits(3).complains("exists already");
    assertThat(server.pawl("org", "list").exits(0).out()).contains("acme", "default");
    loginWith(
        server
            .pawl("token", "user", "wile", "--role", "admin", "--org", "acme")
            .exits(0)
            .out()
            .strip());

    server.pawl("whoami").exits(0).says("role   admin in the org 'acme'");
    server.pawl("runs").exits(0).says("No runs yet.");
    server.pawl("runs", "--org", "default").exits(3).complains("there is no org 'default'");
    assertThat(server.submit(NOWHERE)).isEqualTo("1");
    server.pawl("org", "list").exits(0).says("acme");
  }
}

package dev.pawl.cli.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.ServerFixture;
import dev.pawl.cli.agents.ServerProcess;
import dev.pawl.cli.process.PawlProcess;
import dev.pawl.server.tls.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A server with a certificate of its own, and agents that connect by TLS.
class TlsAgentIT extends ServerFixture {

  private Path certificate() {
    return directory.resolve("server.pem");
  }

  private ServerProcess serverWithTls() throws IOException {
    var made = new TestCertificate(directory, "EC");
    Files.writeString(certificate(), made.certificate());
    Files.writeString(directory.resolve("server.key"), made.key());
    return startServer("--tls-cert", "server.pem", "--tls-key", "server.key");
  }

  private PawlProcess tlsAgent(ServerProcess server, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("agent", "--server", "https://localhost:" + server.port(), "--workdir", "a"));
    arguments.addAll(List.of(options));
    PawlProcess agent =
        PawlProcess.start(
            directory, Map.of(), PawlProcess.command(arguments.toArray(String[]::new)));
    closeAtEnd(agent::kill);
    return agent;
  }

  @Test
  void anAgentIsEnrolledAndConnectsByTls() throws IOException {
    ServerProcess server = serverWithTls();
    String enrolment = server.pawl("token", "enrol", "build-1").out().strip();
    tlsAgent(server, "--ca", "server.pem", "--enrol", enrolment)
        .awaitOutput("connected to https://localhost:%d as 'build-1'".formatted(server.port()));
  }

  @Test
  void anAgentThatDoesNotTrustTheCertificateSaysSo() throws IOException {
    ServerProcess server = serverWithTls();
    tlsAgent(server, "--token", server.agentToken("a"))
        .awaitOutput("its certificate is not trusted")
        .awaitOutput("Name its authority with --ca");
  }

  @Test
  void aServerWithoutItsKeyDoesNotStart() throws IOException {
    var made = new TestCertificate(directory, "EC");
    Files.writeString(certificate(), made.certificate());
    Files.writeString(directory.resolve("server.key"), new TestCertificate(directory, "EC").key());
    List<String> line =
        PawlProcess.command("server", "--tls-cert", "server.pem", "--tls-key", "server.key");
    PawlProcess.start(directory, Map.of(), line)
        .end()
        .exits(3)
        .complains("the key '%s' is not that of".formatted(directory.resolve("server.key")));
    assertThat(directory.resolve("pawl-data")).doesNotExist();
  }
}

package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The first lines of a server.
class ServerStartIT extends ServerFixture {

  @Test
  void aPortInUseIsReportedInOneLine() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      PawlProcess.start(directory, Map.of(), PawlProcess.command("server", "--listen", address))
          .end()
          .exits(3)
          .complains("cannot listen on %s: the port is in use".formatted(address));
    }
  }

  @Test
  void logsInJsonContainNoToken() {
    ServerProcess server = startServer("--log-format", "json");
    String out = server.terminate().out();
    assertThat(out).doesNotContain(server.token());
    assertThat(out.lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(JsonMapper.shared().readTree(line).isObject()).isTrue());
  }

  /// A native library that cannot be deleted, as where another process deletes it at the same time.
  @Test
  void anOldSqliteLibraryIsNoError() throws IOException {
    Path libraries = directory.resolve("libraries");
    Files.createDirectories(libraries.resolve("sqlite-unknown-1-libsqlitejdbc.so/file"));
    List<String> line = PawlProcess.command("server", "--listen", "127.0.0.1:0");
    line.add(line.indexOf("-jar"), "-Dorg.sqlite.tmpdir=" + libraries);
    CommandResult result =
        PawlProcess.start(directory, Map.of(), line)
            .awaitOutput("listening on")
            .signal("TERM")
            .end()
            .exits(0);
    assertThat(result.out()).doesNotContain("ERROR");
  }
}

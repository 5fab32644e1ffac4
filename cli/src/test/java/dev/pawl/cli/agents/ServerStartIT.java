package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
          .complains("cannot listen on %s: is it in use?".formatted(address));
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
}

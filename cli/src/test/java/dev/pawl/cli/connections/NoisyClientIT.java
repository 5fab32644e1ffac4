package dev.pawl.cli.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.ServerFixture;
import dev.pawl.cli.agents.ServerProcess;
import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Clients without a token cannot fill a server's log.
class NoisyClientIT extends ServerFixture {

  private static final String TLS = "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003";
  private static final String POST =
      "POST /api/v1/orgs/default/runs HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n";
  private static final List<String> ANSWERED =
      List.of(
          "GET /readyz HTTP/1.0\r\n\r\n",
          "OPTIONS / HTTP/1.0\r\n\r\n",
          "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
          "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET / HTTP/1.1\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(40_000) + "\r\n\r\n",
          "GET /" + "a".repeat(40_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET\r\n\r\n",
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
          "BREW /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
          "CONNECT x:1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
          "TRACE /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
          POST + "Connection: close\r\n\r\n" + "x".repeat(1_000),
          "\0\1\2\3\r\n\r\n",
          TLS);

  /// Sent by clients that are gone before they are answered.
  private static final List<String> ABORTED =
      List.of(
          "",
          "G",
          "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n",
          POST + "\r\n{",
          POST.replace("Content-Length: 1000", "Transfer-Encoding: chunked") + "\r\n5\r\n{",
          POST.replace("/api/v1/orgs/default/runs", "/api/v1/agents/enrol") + "\r\n{",
          String.join(
              "\r\n",
              "GET /api/v1/agents/connect HTTP/1.1",
              "Host: x",
              "Connection: Upgrade",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
              "",
              ""));

  private static void send(int port, String bytes, boolean isAborted) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      if (isAborted) {
        socket.setSoLinger(true, 0); // a reset
      } else {
        socket.shutdownOutput();
        assertThat(socket.getInputStream().readAllBytes()).asString().startsWith("HTTP/1.1 ");
      }
    }
  }

  @Test
  void nothingThatTheySendIsLogged() throws IOException {
    ServerProcess server = startServer();
    String before = server.console();
    for (int round = 0; round < 3; round++) {
      for (String bytes : ABORTED) {
        send(server.port(), bytes, true);
      }
      for (String bytes : ANSWERED) {
        send(server.port(), bytes, false);
      }
    }
    // Stops when every connection has ended, and what it logs is written.
    CommandResult _ = server.terminate().exits(0);
    assertThat(server.console().substring(before.length()))
        .doesNotContain("ERROR", "WARN", "\tat ", "Exception");
  }

  @Test
  void asAnotherProcessWithItsTokenNoAgentIsCalledDisconnected() {
    ServerProcess server = startServer();
    AgentProcess first = agent(server, "a");
    closeAtEnd(new AgentProcess("b", first.token(), directory.resolve("b"), server.port()))
        .awaitOutput("this agent's token is in use by host '");
    assertThat(server.console())
        .contains("rejected another process with the token of this agent, which is in use by host")
        .doesNotContain("disconnected", "closing the agent's connection");
  }
}

package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests of HTTP/1.0, which load balancers check with. Each is answered, and its connection is
/// closed.
@Timeout(120)
class OldVersionTest {

  @TempDir private static Path directory;
  private static ApiServer server;

  @BeforeAll
  static void start() {
    server = new ApiServer(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String answer(String request) {
    try (var connection = new RawConnection(server.port())) {
      return connection.send(request.replace("|", "\r\n")).untilClosed().text();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /healthz HTTP/1.0||",
        "GET /healthz HTTP/1.0|Host: 127.0.0.1:8484|User-Agent: curl||",
        "GET /healthz HTTP/1.0|host: a|Connection: keep-alive||",
        "GET /healthz HTTP/1.0||GET /healthz HTTP/1.0||",
        "GET /healthz HTTP/1.0||GET /healthz HTTP/1.1|Host: x||"
      })
  void itIsAnsweredOnceAndTheConnectionIsClosed(String request) {
    assertThat(answer(request)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok\n");
    assertThat(answer(request).split("HTTP/1.1 \\d", -1)).hasSize(2);
  }

  @Test
  void itMayArriveByteByByte() {
    byte[] request =
        "GET /readyz HTTP/1.0\r\nAccept: */*\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    try (var connection = new RawConnection(server.port())) {
      for (byte one : request) {
        connection.send(new byte[] {one});
      }
      assertThat(connection.untilClosed().text())
          .contains(" 200 OK")
          .contains("\r\n\r\nready\nlag ");
    }
  }

  @Test
  void itMayHaveABody() {
    String body = "{\"file\": \"w.yml\", \"workflow\": \"on: push\"}";
    String head =
        "POST /api/v1/orgs/default/runs HTTP/1.0|Authorization: Bearer %s|Content-Length: %d||"
            .formatted(server.adminToken(), body.length());
    assertThat(answer(head + body)).startsWith("HTTP/1.1 422 ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          POST /x HTTP/1.0|Transfer-Encoding: chunked||0||  ; 400
          POST /x HTTP/1.0|Content-Length: 2|Expect: 100-continue||{} ; 400
          GET / HTTP/1.0 HTTP/1.1|Host: x||                 ; 400
          GET /healthz HTTP/1.00|Host: x||                  ; 400
          GET /healthz HTTP/0.9|Host: x||                   ; 400
          GET /healthz HTTP/2.0|Host: x||                   ; 400
          GET /healthz HTTP/1.1||                           ; 400
          GET /none HTTP/1.0||                              ; 404
          GET /a?b=HTTP/1.0 HTTP/1.1|Host: x|Connection: close|| ; 404
          """)
  void whatIsWrongIsRejected(String request, int status) {
    assertThat(answer(request)).startsWith("HTTP/1.1 %d ".formatted(status));
    assertThat(answer(request).split("HTTP/1.1 \\d", -1)).hasSize(2);
  }

  /// RFC 9110, 7.8: the header Upgrade counts for nothing in HTTP/1.0.
  @Test
  void itCannotBeUpgraded() {
    String request =
        "GET /api/v1/agents/connect HTTP/1.0|Host: x|Connection: upgrade|Upgrade: websocket"
            + "|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==||";
    assertThat(answer(request)).startsWith("HTTP/1.1 404 ");
  }
}

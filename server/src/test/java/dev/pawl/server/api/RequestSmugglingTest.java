package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Requests that two parsers could divide differently. A proxy in front of the server may be one of
/// them, so each is rejected, and nothing behind it is read: the connection is closed.
@Timeout(120)
class RequestSmugglingTest {

  private static final String NEXT = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String POST =
      "POST /api/v1/orgs/default/runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\n";
  private static final String ENROL = "POST /api/v1/agents/enrol HTTP/1.1\r\nHost: x\r\n";
  private static final String NOWHERE = "POST /nowhere HTTP/1.1\r\nHost: x\r\n";
  private static final String CONNECT =
      String.join(
          "\r\n",
          "GET /api/v1/agents/connect HTTP/1.1",
          "Host: x",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "");
  private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";

  /// A request that is to be rejected.
  record Row(String name, int status, String request) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Row bad(String name, String request) {
    return new Row(name, 400, request);
  }

  // spotless:off
  static final List<Row> ROWS = List.of(
      bad("two lengths that differ",       POST + "Content-Length: 0\r\nContent-Length: 34\r\n\r\n"),
      bad("two lengths, longer first",     POST + "Content-Length: 34\r\nContent-Length: 0\r\n\r\n"),
      bad("two lengths that are equal",    POST + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
      bad("a list of lengths",             POST + "Content-Length: 2, 2\r\n\r\n{}"),
      bad("length and chunks",             POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      bad("chunks and length",             POST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
      bad("negative length",               POST + "Content-Length: -1\r\n\r\n"),
      bad("length with a plus",            POST + "Content-Length: +2\r\n\r\n{}"),
      bad("length in hexadecimal",         POST + "Content-Length: 0x2\r\n\r\n{}"),
      bad("length with a space inside",    POST + "Content-Length: 1 0\r\n\r\n{}"),
      bad("empty length",                  POST + "Content-Length:\r\n\r\n"),
      bad("length beyond a long",          POST + "Content-Length: 99999999999999999999\r\n\r\n"),
      bad("length in other digits",        POST + "Content-Length: \u00b2\r\n\r\n{}"),
      bad("chunked, then identity",        POST + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
      bad("identity, then chunked",        POST + "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n"),
      bad("identity",                      POST + "Transfer-Encoding: identity\r\n\r\n"),
      bad("gzip, then chunked",            POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
      bad("an unknown encoding",           POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
      bad("an encoding in quotes",         POST + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n"),
      bad("an empty encoding",             POST + "Transfer-Encoding:\r\n\r\n0\r\n\r\n"),
      bad("chunked twice",                 POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      bad("chunked, and identity",         POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"),
      bad("vertical tab in an encoding",   POST + "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n"),
      bad("chunked, padded, identity",     POST + "Transfer-Encoding: chunked" + " ".repeat(80) + ", identity\r\n\r\n0\r\n\r\n"),
      bad("a length, padded, another",     POST + "Content-Length: 2" + " ".repeat(80) + ", 34\r\n\r\n{}"),
      bad("a folded header",               POST + "X: a\r\n b\r\nContent-Length: 0\r\n\r\n"),
      bad("a folded encoding",             POST + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"),
      bad("a first header that is folded", "GET /healthz HTTP/1.1\r\n Host: x\r\n\r\n"),
      bad("a space before the colon",      POST + "Content-Length : 2\r\n\r\n{}"),
      bad("a tab before the colon",        POST + "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n"),
      bad("a header without a name",       POST + ": 2\r\n\r\n"),
      bad("a header without a colon",      POST + "Content-Length\r\n\r\n"),
      bad("a bare LF after a header",      POST + "Content-Length: 0\nX: 1\r\n\r\n"),
      bad("a bare LF after the head",      POST + "Content-Length: 0\r\n\n"),
      bad("a bare CR in a value",          POST + "X: a\rContent-Length: 34\r\n\r\n"),
      bad("bare LFs only",                 "GET /healthz HTTP/1.1\nHost: x\n\n"),
      bad("a zero byte in a value",        POST + "X: a\0b\r\n\r\n"),
      bad("a zero byte in a name",         POST + "X\0: a\r\n\r\n"),
      bad("a control character",           POST + "X: a\u0001b\r\n\r\n"),
      bad("a name that is no token",       POST + "Content(Length): 2\r\n\r\n"),
      bad("a name beyond ASCII",           POST + "Content-L\u00e9ngth: 2\r\n\r\n"),
      bad("a chunk size with a plus",      CHUNKED + "+2\r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size with a minus",     CHUNKED + "-1\r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size with 0x",          CHUNKED + "0x2\r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size with a space",     CHUNKED + "2 \r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size of nothing",       CHUNKED + "\r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size beyond an int",    CHUNKED + "100000002\r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size beyond a long",    CHUNKED + "10000000000000002\r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size that never ends",  CHUNKED + "0".repeat(100_000)),
      bad("a chunk with an extension",     CHUNKED + "2;a=b\r\n{}\r\n0\r\n\r\n"),
      bad("a chunk size ended by LF",      CHUNKED + "2\n{}\r\n0\r\n\r\n"),
      bad("a chunk longer than its size",  CHUNKED + "2\r\n{}xx0\r\n\r\n"),
      bad("a chunk ended by LF",           CHUNKED + "2\r\n{}\n0\r\n\r\n"),
      bad("a trailer",                     CHUNKED + "2\r\n{}\r\n0\r\nContent-Length: 34\r\n\r\n"),
      bad("no Host",                       "GET /healthz HTTP/1.1\r\n\r\n"),
      bad("two Hosts",                     "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
      bad("no version",                    "GET /healthz\r\n\r\n"),
      bad("two spaces in the first line",  "GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
      bad("an empty first line",           "\r\n\r\n"),
      bad("a zero byte in the path",       "GET /health\0z HTTP/1.1\r\nHost: x\r\n\r\n"),
      bad("a path beyond ASCII",           "GET /h\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n"),
      bad("a head of 100 KB",              POST + "X: " + "a".repeat(100_000) + "\r\n\r\n"),
      bad("a thousand headers",            POST + "X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(1_000) + "\r\n"),
      new Row("a first line of 100 KB", 414, "GET /" + "a".repeat(100_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"),
      bad("enrolment: two lengths",        ENROL + "Content-Length: 0\r\nContent-Length: 34\r\n\r\n"),
      bad("enrolment: length and chunks",  ENROL + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      bad("no route: two lengths",         NOWHERE + "Content-Length: 0\r\nContent-Length: 34\r\n\r\n"),
      bad("no route: length and chunks",   NOWHERE + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      bad("upgrade: negative length",      CONNECT + "Content-Length: -1\r\n\r\n"),
      bad("upgrade: two lengths",          CONNECT + "Content-Length: 0\r\nContent-Length: 34\r\n\r\n"),
      bad("upgrade: length and chunks",    CONNECT + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      bad("upgrade: a key that is none",   CONNECT.replace("dGhl", "!!!!") + "\r\n"),
      new Row("upgrade: no token",    401, CONNECT + "Sec-WebSocket-Protocol: pawl.v1\r\n\r\n"),
      new Row("a body of 3 MB",       413, POST + "Content-Length: 3000000\r\n\r\n"),
      new Row("chunks of 3 MB",       413, CHUNKED + ("400\r\n" + NEXT.repeat(30) + "X".repeat(4) + "\r\n").repeat(3_000)),
      new Row("one chunk of 3 MB",    413, CHUNKED + "2dc6c0\r\n" + NEXT.repeat(1_000)));

  // spotless:on

  @TempDir private static Path directory;
  private static ApiServer server;
  private static String token;

  @BeforeAll
  static void start() {
    server = new ApiServer(directory);
    token = server.adminToken();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @FieldSource("ROWS")
  void anAmbiguousRequestIsRejectedAndTheConnectionClosed(Row row) {
    try (var connection = new RawConnection(server.port())) {
      byte[] bytes =
          (row.request() + NEXT).replace("TOKEN", token).getBytes(StandardCharsets.ISO_8859_1);
      Thread.ofVirtual().start(() -> connection.send(bytes));
      RawConnection.Answers answers = connection.untilClosed();
      assertThat(answers.statuses()).as(answers.text()).containsExactly(row.status());
      assertThat(answers.text()).contains("application/problem+json").doesNotContain("java.");
    }
  }

  @Test
  void aLongBodyOfAnUnknownRouteIsNotReadAsRequests() {
    try (var connection = new RawConnection(server.port())) {
      String body = ("400\r\n" + NEXT.repeat(30) + "X".repeat(4) + "\r\n").repeat(3_000);
      byte[] bytes =
          (NOWHERE + "Transfer-Encoding: chunked\r\n\r\n" + body + NEXT)
              .getBytes(StandardCharsets.ISO_8859_1);
      Thread.ofVirtual().start(() -> connection.send(bytes));
      assertThat(connection.untilClosed().statuses()).hasSize(1).doesNotContain(200);
    }
  }

  @Test
  void requestsThatAreRightShareAConnection() {
    try (var connection = new RawConnection(server.port())) {
      String body = "{\"file\": \"w.yml\", \"workflow\": \"on: push\"}";
      String half = body.substring(0, 20);
      String rest = body.substring(20);
      connection
          .send(NEXT)
          .await("ok\n")
          .send(CHUNKED.replace("TOKEN", token))
          .send("14\r\n" + half + "\r\n%x\r\n".formatted(rest.length()) + rest + "\r\n0\r\n\r\n")
          .await("422 ")
          .send(POST.replace("TOKEN", token) + "Content-Length: " + body.length() + "\r\n\r\n")
          .send(body)
          .await("422 ")
          .send(NEXT + NEXT + NEXT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      String answers = connection.untilClosed().text();
      assertThat(answers.split("ok\n", -1)).hasSize(4);
    }
  }
}

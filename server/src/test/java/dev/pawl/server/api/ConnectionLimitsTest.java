package dev.pawl.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.connections.ConnectionLimits;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Connections that send too slowly, or not at all, or are too many.
@Timeout(120)
class ConnectionLimitsTest {

  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String GET = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final String POST =
      "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n";

  @TempDir private Path directory;
  private @Nullable ApiServer running;
  private final List<RawConnection> connections = new ArrayList<>();

  private void serve(int total, int perAddress, Duration head, Duration request, Duration idle) {
    running =
        new ApiServer(directory, new ConnectionLimits(total, perAddress, head, request, idle));
  }

  private ApiServer server() {
    return Objects.requireNonNull(running);
  }

  private RawConnection connect() {
    var connection = new RawConnection(server().port());
    connections.add(connection);
    return connection;
  }

  @AfterEach
  void stop() {
    connections.forEach(RawConnection::close);
    server().close();
  }

  @Test
  void connectionsThatSayNothingAreClosed() {
    serve(100, 100, SHORT, LONG, LONG);
    for (int i = 0; i < 50; i++) {
      connect();
    }
    connections.forEach(open -> assertThat(open.untilClosed().text()).isEmpty());
  }

  @Test
  void headersThatArriveByteByByteAreNotWaitedFor() {
    serve(100, 100, SHORT, LONG, LONG);
    RawConnection slow = connect().send("GET /healthz HTTP/1.1\r\nHost: x\r\n");
    // Each byte is a sign of life, and there is no end of them.
    Thread trickle =
        Thread.ofVirtual()
            .start(() -> {
              while (!Thread.currentThread().isInterrupted()) {
                slow.send("X");
                java.util.concurrent.locks.LockSupport.parkNanos(SHORT.toNanos() / 10);
              }
            });
    assertThat(slow.untilClosed().statuses()).isEmpty();
    trickle.interrupt();
  }

  @Test
  void aBodyThatDoesNotArriveIsNotWaitedFor() {
    serve(100, 100, LONG, SHORT, LONG);
    RawConnection slow = connect().send(POST + "abc");
    assertThat(slow.untilClosed().statuses()).doesNotContain(200);
  }

  @Test
  void aConnectionWithoutAFurtherRequestIsClosed() {
    serve(100, 100, LONG, LONG, SHORT);
    RawConnection idle = connect().send(GET).await("ok\n");
    assertThat(idle.untilClosed().text()).isEmpty();
  }

  @Test
  void connectionsOfOneAddressAreBounded() {
    serve(100, 3, LONG, LONG, LONG);
    for (int i = 0; i < 3; i++) {
      connect().send(GET).await("ok\n");
    }
    RawConnection.Answers rejected = connect().untilClosed();
    assertThat(rejected.statuses()).containsExactly(503);
    assertThat(rejected.text()).contains("problem+json", "too many connections", "Retry-After");
    connections.removeFirst().close();
    ConditionAwaiter.is(
        "one more is admitted",
        () -> {
          try (var next = new RawConnection(server().port())) {
            next.send(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
            return next.untilClosed().statuses().contains(200);
          }
        });
  }

  @Test
  void allConnectionsAreBounded() {
    serve(3, 100, LONG, LONG, LONG);
    for (int i = 0; i < 3; i++) {
      connect().send(GET).await("ok\n");
    }
    assertThat(connect().untilClosed().statuses()).containsExactly(503);
  }

  /// A socket that stays open and counts what it hears.
  private static final class Agent implements WebSocket.Listener {
    private final AtomicInteger pings = new AtomicInteger();

    @Override
    public CompletionStage<?> onPing(WebSocket socket, java.nio.ByteBuffer message) {
      pings.incrementAndGet();
      return WebSocket.Listener.super.onPing(socket, message);
    }
  }

  @Test
  void anAgentsSocketOutlivesTheTimeOuts() {
    serve(100, 100, SHORT, SHORT, SHORT);
    BearerToken token = server().tokens().issue("one", List.of(), "maintainer");
    var agent = new Agent();
    try (HttpClient client = HttpClient.newHttpClient()) {
      WebSocket socket =
          client
              .newWebSocketBuilder()
              .header("Authorization", "Bearer " + token.text())
              .subprotocols("pawl.v1")
              .buildAsync(
                  URI.create("ws://127.0.0.1:%d/api/v1/agents/connect".formatted(server().port())),
                  agent)
              .join();
      // The first ping comes after five seconds: many time-outs later.
      ConditionAwaiter.is("it is pinged", () -> agent.pings.get() > 0);
      assertThat(socket.isInputClosed()).isFalse();
      socket.abort();
    }
  }
}

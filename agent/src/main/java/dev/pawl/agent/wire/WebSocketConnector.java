package dev.pawl.agent.wire;

import dev.pawl.agent.ServerConnector;
import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connects to the servers of an agent, one after another in turn. There is one connection at a
/// time. Thread-safe.
public final class WebSocketConnector implements ServerConnector, LogLink, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnector.class);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MAX_SILENCE = Duration.ofSeconds(45);
  private static final String PATH = "/api/v1/agents/connect";
  private static final int UNAUTHORIZED = 401;

  /// Told about messages and about the state of the connection.
  public interface ConnectionListener {

    void received(ServerMessage message) throws InterruptedException;

    /// The server has registered the agent, under this name.
    void connected(URI server, String name);

    /// The connection was lost.
    void disconnected(String why) throws InterruptedException;

    /// The connection could not be made.
    void unreachable(String why);

    /// Another machine uses the agent's token. It is tried again.
    void tokenInUse(String why) throws InterruptedException;

    /// The server has rejected this agent.
    void rejected(String why);
  }

  private final List<URI> servers;
  private final String token;
  private final ConnectionListener watcher;
  private final HttpClient client;
  private final Thread watchdog;
  private int next;
  private volatile @Nullable ServerWebSocket current;
  private volatile Duration silence = MAX_SILENCE;

  /// @param servers as `http://host:port` or `https://host:port`
  /// @param tls trusts the servers that speak TLS
  public WebSocketConnector(
      List<URI> servers, String token, SSLContext tls, ConnectionListener watcher) {
    this.servers = List.copyOf(servers);
    this.token = token;
    this.watcher = watcher;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(tls)
            .executor(
                Executors.newFixedThreadPool(
                    2, Thread.ofPlatform().daemon().name("from server ", 0).factory()))
            .build();
    this.watchdog =
        Thread.ofPlatform().daemon().name("connection-watchdog").start(this::watchSilence);
  }

  /// Connects to the next server in turn.
  @Override
  public ServerLink connect() throws IOException {
    URI server = servers.get(Math.floorMod(next++, servers.size()));
    var socket = new ServerWebSocket(new SocketListener(server));
    current = socket;
    try {
      client
          .newWebSocketBuilder()
          .connectTimeout(CONNECT_TIMEOUT)
          .header("Authorization", "Bearer " + token)
          .subprotocols("pawl.v1")
          .buildAsync(address(server), socket)
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error; // of one of the client's threads
      }
      String why = "%s: %s".formatted(server, reason(e.getCause()));
      if (isUnauthorized(e.getCause())) {
        watcher.rejected("the server rejected this agent's token: it is unknown or revoked");
      } else {
        watcher.unreachable(why);
      }
      throw new IOException(why, e);
    }
    return socket;
  }

  static URI address(URI server) {
    String scheme = server.getScheme().replaceFirst("^http", "ws");
    return URI.create("%s://%s%s".formatted(scheme, server.getRawAuthority(), PATH));
  }

  private static boolean isUnauthorized(@Nullable Throwable problem) {
    return problem instanceof WebSocketHandshakeException handshake
        && handshake.getResponse().statusCode() == UNAUTHORIZED;
  }

  private static String reason(@Nullable Throwable problem) {
    if (problem instanceof WebSocketHandshakeException handshake) {
      return "the server answered with HTTP status " + handshake.getResponse().statusCode();
    }
    if (problem instanceof java.net.ConnectException) {
      return "connection refused";
    }
    if (problem instanceof SSLHandshakeException) {
      return "its certificate is not trusted: %s. Name its authority with --ca"
          .formatted(problem.getMessage());
    }
    return problem == null ? "unknown error" : String.valueOf(problem.getMessage());
  }

  @Override
  public void send(LogFrame frame) {
    ServerWebSocket socket = current;
    if (socket != null) {
      socket.send(frame);
    }
  }

  /// Ends a connection on which nothing was received for three heartbeats: the server pings more
  /// often than that. So there is time for another connection before the leases expire.
  private void watchSilence() {
    try {
      while (true) {
        Thread.sleep(CHECK_INTERVAL);
        checkSilence();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void checkSilence() {
    try {
      ServerWebSocket socket = current;
      if (socket != null && socket.silence().compareTo(silence) > 0) {
        socket.end("the server was silent for too long");
      }
    } catch (RuntimeException e) { // an error ends the agent
      LOG.error("a silent connection could not be ended; it is tried again", e);
    }
  }

  private final class SocketListener implements ServerWebSocket.Listener {

    private final URI server;
    private boolean isRegistered;

    private SocketListener(URI server) {
      this.server = server;
    }

    @Override
    public void received(ServerMessage message) throws InterruptedException {
      if (message instanceof RegisterAck ack) {
        Duration three = Duration.ofSeconds(3L * Math.max(1, ack.heartbeatSeconds()));
        silence = three.compareTo(MAX_SILENCE) < 0 ? three : MAX_SILENCE;
        if (!isRegistered) {
          isRegistered = true;
          watcher.connected(server, ack.name() == null ? "" : ack.name());
        }
      }
      watcher.received(message);
    }

    @Override
    public void closed(ServerWebSocket socket, String why) throws InterruptedException {
      if (socket == current) {
        watcher.disconnected(why);
      }
    }

    @Override
    public void tokenInUse(ServerWebSocket socket, String why) throws InterruptedException {
      if (socket == current) {
        watcher.tokenInUse(why);
      }
    }

    @Override
    public void rejected(ServerWebSocket socket, String why) {
      if (socket == current) {
        watcher.rejected(why);
      }
    }
  }

  @Override
  public void close() {
    watchdog.interrupt();
    ServerWebSocket socket = current;
    current = null;
    if (socket != null) {
      socket.leave();
    }
    client.shutdownNow();
  }
}

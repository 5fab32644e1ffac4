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
import org.jspecify.annotations.Nullable;

/// The servers that an agent may connect to, one after another: any of them will do. There is one
/// connection at a time. Thread-safe.
public final class WebSocketConnector implements ServerConnector, LogLink, AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(45);
  private static final String PATH = "/api/v1/agents/connect";
  private static final int UNAUTHORIZED = 401;

  /// What becomes of a connection.
  public interface ConnectionListener {

    void received(ServerMessage message) throws InterruptedException;

    void connected(URI server);

    /// It is gone.
    void disconnected(String why) throws InterruptedException;

    /// It could not be made.
    void unreachable(String why);

    /// The server does not let this agent in.
    void rejected(String why);
  }

  private final List<URI> servers;
  private final String token;
  private final ConnectionListener watcher;
  private final HttpClient client;
  private final Thread look;
  private int next;
  private volatile @Nullable ServerWebSocket current;
  private volatile Duration silence = LONGEST_SILENCE;

  /// @param servers as `http://host:port`
  public WebSocketConnector(List<URI> servers, String token, ConnectionListener watcher) {
    this.servers = List.copyOf(servers);
    this.token = token;
    this.watcher = watcher;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(HttpClient.Version.HTTP_1_1)
            .executor(
                Executors.newFixedThreadPool(
                    2, Thread.ofPlatform().daemon().name("from server ", 0).factory()))
            .build();
    this.look = Thread.ofPlatform().daemon().name("look").start(this::lookAfter);
  }

  /// The next of them in turn.
  @Override
  public ServerLink connect() throws IOException {
    URI server = servers.get(Math.floorMod(next++, servers.size()));
    var socket = new ServerWebSocket(new SocketListener());
    current = socket;
    try {
      client
          .newWebSocketBuilder()
          .connectTimeout(CONNECT)
          .header("Authorization", "Bearer " + token)
          .subprotocols("pawl.v1")
          .buildAsync(address(server), socket)
          .join();
    } catch (CompletionException e) {
      String why = "%s: %s".formatted(server, meaning(e.getCause()));
      if (isRefusal(e.getCause())) {
        watcher.rejected("the server does not know this agent's token, or has revoked it");
      } else {
        watcher.unreachable(why);
      }
      throw new IOException(why, e);
    }
    watcher.connected(server);
    return socket;
  }

  static URI address(URI server) {
    String scheme = server.getScheme().replaceFirst("^http", "ws");
    return URI.create("%s://%s%s".formatted(scheme, server.getRawAuthority(), PATH));
  }

  private static boolean isRefusal(@Nullable Throwable problem) {
    return problem instanceof WebSocketHandshakeException handshake
        && handshake.getResponse().statusCode() == UNAUTHORIZED;
  }

  private static String meaning(@Nullable Throwable problem) {
    if (problem instanceof WebSocketHandshakeException handshake) {
      return "the server answered with HTTP status " + handshake.getResponse().statusCode();
    }
    if (problem instanceof java.net.ConnectException) {
      return "nobody answers there";
    }
    return problem == null ? "it failed" : String.valueOf(problem.getMessage());
  }

  @Override
  public void send(LogFrame frame) {
    ServerWebSocket socket = current;
    if (socket != null) {
      socket.send(frame);
    }
  }

  /// A connection that nothing comes from is none: the server asks for a sign of life more often
  /// than that. Three heartbeats, so that another one can be made before the leases are over.
  private void lookAfter() {
    try {
      while (true) {
        Thread.sleep(LOOK);
        ServerWebSocket socket = current;
        if (socket != null && socket.silence().compareTo(silence) > 0) {
          socket.end("nothing was heard of the server");
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private final class SocketListener implements ServerWebSocket.Listener {

    @Override
    public void received(ServerMessage message) throws InterruptedException {
      if (message instanceof RegisterAck ack) {
        Duration three = Duration.ofSeconds(3L * Math.max(1, ack.heartbeatSeconds()));
        silence = three.compareTo(LONGEST_SILENCE) < 0 ? three : LONGEST_SILENCE;
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
    public void rejected(ServerWebSocket socket, String why) {
      if (socket == current) {
        watcher.rejected(why);
      }
    }
  }

  @Override
  public void close() {
    look.interrupt();
    ServerWebSocket socket = current;
    current = null;
    if (socket != null) {
      socket.end("the agent ends");
    }
    client.shutdownNow();
  }
}

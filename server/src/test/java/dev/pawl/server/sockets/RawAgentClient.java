package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Client that connects as an agent does, and may send anything.
final class RawAgentClient implements WebSocket.Listener {

  private static final String CLOSED = "closed: ";

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable WebSocket socket;
  private boolean ignoresClose;
  private volatile boolean isPaused;

  /// Connects, or fails as the server answers.
  static RawAgentClient connect(HttpClient client, int port, String token, String... headers) {
    var caller = new RawAgentClient();
    var builder = client.newWebSocketBuilder().header("Authorization", "Bearer " + token);
    for (int at = 0; at < headers.length; at += 2) {
      builder.header(headers[at], headers[at + 1]);
    }
    URI address = URI.create("ws://127.0.0.1:%d%s".formatted(port, AgentConnections.PATH));
    caller.socket = builder.subprotocols("pawl.v1").buildAsync(address, caller).join();
    return caller;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
    text.append(part);
    if (isLast) {
      heard.add(text.toString());
      text.setLength(0);
    }
    if (!isPaused) {
      from.request(1);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    heard.add(CLOSED + code + " " + reason);
    return ignoresClose ? new CompletableFuture<>() : null; // it is not closed before that ends
  }

  /// Stays connected when the server closes the connection.
  RawAgentClient ignoresClose() {
    ignoresClose = true;
    return this;
  }

  /// Reads at most one more frame.
  void stopsReading() {
    isPaused = true;
  }

  void readsAgain() {
    isPaused = false;
    if (socket != null) {
      socket.request(1);
    }
  }

  @Override
  public void onError(WebSocket from, Throwable problem) {
    heard.add(CLOSED + problem);
  }

  RawAgentClient says(AgentMessage message) {
    return says(MessageCodec.encode(message));
  }

  RawAgentClient says(String frame) {
    if (socket != null) {
      socket.sendText(frame, true).join();
    }
    return this;
  }

  /// Says it, unless the connection is gone.
  void triesToSay(AgentMessage message) {
    if (socket != null) {
      socket.sendText(MessageCodec.encode(message), true).exceptionally(_ -> null).join();
    }
  }

  RawAgentClient sends(byte[] frame) {
    if (socket != null) {
      socket.sendBinary(ByteBuffer.wrap(frame), true).join();
    }
    return this;
  }

  /// The next thing that is said to it.
  ServerMessage hears() throws InterruptedException {
    String frame = next();
    assertThat(frame).doesNotStartWith(CLOSED);
    return (ServerMessage) MessageCodec.decode(frame).orElseThrow();
  }

  /// The connection is closed: how, and why.
  String isClosed() throws InterruptedException {
    String said = next();
    while (!said.startsWith(CLOSED)) {
      said = next();
    }
    return said.substring(CLOSED.length());
  }

  private String next() throws InterruptedException {
    String said = heard.poll(30, TimeUnit.SECONDS);
    assertThat(said).as("something is said").isNotNull();
    return said;
  }

  /// Leaves as an agent does that shuts down.
  void leave() {
    if (socket != null) {
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }
  }

  void hangUp() {
    if (socket != null) {
      socket.abort();
    }
  }
}

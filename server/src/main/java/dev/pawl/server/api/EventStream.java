package dev.pawl.server.api;

import dev.pawl.server.connections.GuardedConnection;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// A stream of server-sent events to one client. Blocks while the client does not read; the
/// connection ends if that takes too long.
final class EventStream implements AutoCloseable {

  static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");

  /// Longest silence: a client that hears nothing for longer may take the connection for dead.
  static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /// Longest time that a client may take to read what it is sent.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final OutputStream out;
  private long lastWrite;

  EventStream(ServerResponse response) {
    response
        .header(HeaderNames.CONTENT_TYPE, "text/event-stream")
        .header(HeaderNames.CACHE_CONTROL, "no-store")
        .header(HeaderNames.create("X-Accel-Buffering"), "no");
    this.out = response.outputStream();
    write(": \n\n"); // the client sees that it is connected
  }

  /// Sends an event; without data, a comment, which keeps the connection alive.
  ///
  /// @param id by which a client goes on after this event; empty for none
  /// @param data one line
  void send(String id, String name, String data) {
    if (data.isEmpty()) {
      keepAlive();
      return;
    }
    var text = new StringBuilder();
    append(text, id, name, data);
    write(text.toString());
  }

  static void append(StringBuilder text, String id, String name, String data) {
    if (!id.isEmpty()) {
      text.append("id: ").append(id).append('\n');
    }
    text.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
  }

  /// Sends a comment if nothing was sent for a while.
  void keepAlive() {
    if (System.nanoTime() - lastWrite >= HEARTBEAT.toNanos()) {
      write(": \n\n");
    }
  }

  void write(String text) {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  void write(byte[] text) {
    lastWrite = System.nanoTime();
    GuardedConnection.extend(PATIENCE);
    try {
      out.write(text);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

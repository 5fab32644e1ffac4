package dev.pawl.simulation.chaos;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// A connection that carries lines. A sender never waits; a peer that does not read loses the
/// connection.
final class LineConnection {

  static final String PING = "ping";
  static final String PONG = "pong";

  private static final int LONGEST_QUEUE = 20_000;

  private final Socket socket;
  private final BufferedReader in;
  private final BufferedWriter out;
  private final BlockingQueue<String> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);

  LineConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    this.in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    this.out =
        new BufferedWriter(
            new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
    Thread.ofVirtual().start(this::write);
  }

  /// The next line; null at the end.
  @Nullable String next() throws IOException {
    return in.readLine();
  }

  void send(String line) {
    if (!queue.offer(line)) {
      close();
    }
  }

  private void write() {
    try {
      while (!socket.isClosed()) {
        out.write(queue.take());
        out.write('\n');
        if (queue.isEmpty()) {
          out.flush();
        }
      }
    } catch (IOException _) {
      close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  void close() {
    try {
      socket.close();
    } catch (IOException _) {
      // It is gone either way.
    }
    queue.clear();
    boolean _ = queue.offer(""); // so that the writer looks
  }
}

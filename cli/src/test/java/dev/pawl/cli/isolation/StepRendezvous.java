package dev.pawl.cli.isolation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.process.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// A port at which the steps of a test's jobs say where they are, and wait for what they are told.
/// It also works between jobs that share no directory and see no process of each other.
final class StepRendezvous implements AutoCloseable {

  private static final int SILENCE_MS = (int) Await.BOUND.toMillis();

  /// A step that has said its name.
  ///
  /// @param facts the other words of its first line
  record Visitor(List<String> facts, BufferedReader in, Socket socket) {

    void tell(String line) {
      try {
        socket.getOutputStream().write((line + "\n").getBytes(UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// The lines that it says until `done`.
    List<String> lines() {
      List<String> lines = new ArrayList<>();
      try {
        for (String line = in.readLine(); !"done".equals(line); line = in.readLine()) {
          if (line == null) {
            throw new AssertionError("it ended early, after " + lines);
          }
          lines.add(line);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return lines;
    }
  }

  private final ServerSocket socket;
  private final Map<String, Visitor> visitors = new ConcurrentHashMap<>();

  StepRendezvous() {
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::welcome);
  }

  private void welcome() {
    try {
      while (true) {
        Socket visitor = socket.accept();
        visitor.setSoTimeout(SILENCE_MS);
        var in = new BufferedReader(new InputStreamReader(visitor.getInputStream(), UTF_8));
        List<String> words = List.of(String.valueOf(in.readLine()).split(" ", -1));
        visitors.put(words.getFirst(), new Visitor(words.subList(1, words.size()), in, visitor));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  /// The line of a script for bash that opens the connection, as file 3.
  String opening() {
    return "exec 3<>/dev/tcp/127.0.0.1/" + port();
  }

  Visitor await(String name) {
    Await.until(name + " is there", () -> visitors.containsKey(name));
    return Objects.requireNonNull(visitors.remove(name));
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Visitor visitor : visitors.values()) {
      visitor.socket().close();
    }
  }
}

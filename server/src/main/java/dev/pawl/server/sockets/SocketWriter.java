package dev.pawl.server.sockets;

import dev.pawl.protocol.MalformedFrame;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import io.helidon.common.buffers.BufferData;
import io.helidon.websocket.WsSession;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// What is to be written to one socket, by the one thread that writes there: whoever has something
/// to say never waits for the network. Bounded: a peer that does not read what it is sent is not
/// waited for.
final class SocketWriter {

  /// More than a peer that listens ever has before it.
  private static final int MOST = 10_000;

  private sealed interface Frame {}

  private record Text(ServerMessage message) implements Frame {}

  private record Ping() implements Frame {}

  private record Pong(BufferData payload) implements Frame {}

  private record Close(int code, String reason) implements Frame {}

  private final BlockingQueue<Frame> queue = new ArrayBlockingQueue<>(MOST);
  private final WsSession session;
  private final Thread reader;
  private final Thread writer;

  /// @param reader the virtual thread that reads the socket
  SocketWriter(WsSession session, String name, Thread reader) {
    this.session = session;
    this.reader = reader;
    this.writer = Thread.ofVirtual().name("to " + name).start(this::write);
  }

  /// Says whether there was room for it.
  boolean offer(ServerMessage message) {
    return queue.offer(new Text(message));
  }

  void ping() {
    boolean _ = queue.offer(new Ping());
  }

  void pong(BufferData payload) {
    boolean _ = queue.offer(new Pong(payload));
  }

  /// Says goodbye, after all that was said before if there is room for it.
  void close(int code, String reason) {
    if (!queue.offer(new Close(code, reason))) {
      terminate();
    }
  }

  /// Waits until nothing more is to be written, at the most so long.
  void awaitEnd(Duration bound) throws InterruptedException {
    boolean _ = writer.join(bound);
  }

  /// Ends the connection without a word: the peer may not be there to hear one. The interrupt of a
  /// virtual thread that reads a socket closes it; the session's own `terminate` says goodbye,
  /// which may wait for ever, and leaves the socket to a reader who waits for a peer that says
  /// nothing.
  void terminate() {
    writer.interrupt();
    if (!Thread.currentThread().equals(reader)) {
      reader.interrupt();
    }
  }

  private void write() {
    try {
      boolean isOpen = true;
      while (isOpen) {
        isOpen = write(queue.take());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException | IllegalStateException _) {
      terminate(); // the reader learns it too
    }
  }

  private boolean write(Frame frame) {
    switch (frame) {
      case Text(var message) -> session.send(encoded(message), true);
      case Ping _ -> session.ping(BufferData.empty());
      case Pong(var payload) -> session.pong(payload);
      case Close(var code, var reason) -> session.close(code, reason);
    }
    return !(frame instanceof Close);
  }

  /// What is too large for a frame was refused by whoever planned it.
  private static String encoded(ServerMessage message) {
    try {
      return MessageCodec.encode(message);
    } catch (MalformedFrame e) {
      throw new IllegalStateException(e);
    }
  }
}

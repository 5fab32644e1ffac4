package dev.pawl.server.sockets;

import dev.pawl.protocol.MalformedFrame;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.server.agents.DispatchBudget;
import io.helidon.common.buffers.BufferData;
import io.helidon.websocket.WsSession;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the frames of one socket, in a thread of its own: senders never wait for the network.
/// Bounded: the connection of a peer that does not read is ended.
final class SocketWriter {

  private static final Logger LOG = LoggerFactory.getLogger(SocketWriter.class);

  /// Most frames that wait: more than a peer that reads ever has before it.
  private static final int MOST = 10_000;

  /// The bytes of unsent dispatches at which another one has to wait.
  private static final long BUSY_BYTES = 1 << 20;

  /// The time in which a peer has to answer a close frame.
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(3);

  private sealed interface Frame {}

  private record Text(ServerMessage message) implements Frame {}

  /// A dispatch, encoded: so its size is known.
  private record Job(String frame, DispatchBudget budget) implements Frame {}

  private record Ping() implements Frame {}

  private record Pong(BufferData payload) implements Frame {}

  private record Close(int code, String reason) implements Frame {}

  private final BlockingQueue<Frame> queue = new ArrayBlockingQueue<>(MOST);
  private final WsSession session;
  private final Thread reader;
  private final Thread writer;
  private final AtomicLong unsentBytes = new AtomicLong();

  /// When it has begun to write the frame that it is writing, in nanoseconds.
  private volatile @Nullable Long writingSince;

  /// Whether nothing more is written.
  private volatile boolean isEnded;

  /// @param reader the virtual thread that reads the socket
  SocketWriter(WsSession session, String name, Thread reader) {
    this.session = session;
    this.reader = reader;
    this.writer = Thread.ofVirtual().name("to-" + name).start(this::write);
  }

  /// Queues a message. Returns whether there was room for it.
  boolean offer(ServerMessage message) {
    return queue.offer(new Text(message));
  }

  /// Queues a dispatch. Returns whether there was room for it. One that is too large is a bug: jobs
  /// that do not fit are rejected before. To end the connection for it would only repeat it, and
  /// disturb the agent's other jobs.
  boolean offer(ServerMessage.JobDispatch job, DispatchBudget budget) {
    Job encoded;
    try {
      encoded = new Job(MessageCodec.encode(job), budget);
    } catch (MalformedFrame e) {
      LOG.error("a job was not sent", e);
      return true;
    }
    unsentBytes.addAndGet(encoded.frame().length());
    budget.take(encoded.frame().length());
    boolean hasRoom = queue.offer(encoded);
    if (!hasRoom) {
      release(encoded);
    } else if (isEnded) { // it may have come after the queue was emptied
      discardQueue();
    }
    return hasRoom;
  }

  private void release(Job job) {
    unsentBytes.addAndGet(-job.frame().length());
    job.budget().release(job.frame().length());
  }

  private void discardQueue() {
    for (Frame frame = queue.poll(); frame != null; frame = queue.poll()) {
      if (frame instanceof Job job) {
        release(job);
      }
    }
  }

  /// The bytes of dispatches that are not sent yet.
  long unsentBytes() {
    return unsentBytes.get();
  }

  boolean isBusy() {
    return unsentBytes.get() >= BUSY_BYTES;
  }

  /// Whether the peer has not read enough to take one frame for so long.
  boolean isStuck(Duration bound) {
    Long since = writingSince;
    return since != null && System.nanoTime() - since > bound.toNanos();
  }

  void ping() {
    boolean _ = queue.offer(new Ping());
  }

  void pong(BufferData payload) {
    boolean _ = queue.offer(new Pong(payload));
  }

  /// Sends a close frame, after the frames that were queued before; terminates if there is no room.
  void close(int code, String reason) {
    if (!queue.offer(new Close(code, reason))) {
      terminate();
    }
  }

  /// Waits until nothing more is to be written, at most for `bound`.
  void awaitEnd(Duration bound) throws InterruptedException {
    boolean _ = writer.join(bound);
  }

  /// Ends the connection without a close frame: the peer may be gone. The interrupt of a virtual
  /// thread that reads a socket closes it; the session's own `terminate` sends a close frame, which
  /// may block for ever, and leaves the socket to a reader that waits for a silent peer.
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
        Frame frame = queue.take();
        writingSince = System.nanoTime();
        isOpen = write(frame);
        writingSince = null;
      }
      Thread.ofVirtual().name("close-of-" + reader.getName()).start(this::awaitClose);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException _) {
      terminate(); // ends the reader too
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("a frame could not be written", e);
      terminate();
    } finally {
      isEnded = true;
      discardQueue();
    }
  }

  /// Ends the connection of a peer that does not close it as it was told to: the web server would
  /// go on reading.
  private void awaitClose() {
    try {
      if (!reader.join(CLOSE_PATIENCE)) {
        reader.interrupt();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean write(Frame frame) {
    switch (frame) {
      case Text(var message) -> send(message);
      case Job job -> write(job);
      case Ping _ -> session.ping(BufferData.empty());
      case Pong(var payload) -> session.pong(payload);
      case Close(var code, var reason) -> session.close(code, reason);
    }
    return !(frame instanceof Close);
  }

  private void write(Job job) {
    try {
      session.send(job.frame(), true);
    } finally {
      release(job);
    }
  }

  /// Writes a message. One that is too large is a bug.
  private void send(ServerMessage message) {
    try {
      session.send(MessageCodec.encode(message), true);
    } catch (MalformedFrame e) {
      LOG.error("a message was not sent: {}", message.getClass().getSimpleName(), e);
    }
  }
}

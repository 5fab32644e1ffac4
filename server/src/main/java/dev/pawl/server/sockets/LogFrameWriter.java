package dev.pawl.server.sockets;

import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.server.logs.LogReceiver;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the log frames of one agent to disk, in a thread of its own: other messages of the agent
/// do not wait for the disk. Frames that arrive while it is busy are written together. Bounded: an
/// agent that sends more is read more slowly.
final class LogFrameWriter {

  private static final Logger LOG = LoggerFactory.getLogger(LogFrameWriter.class);

  /// Most frames that wait: a few windows of unacknowledged bytes.
  private static final int MOST = 16;

  private final BlockingQueue<Optional<LogFrame>> queue = new ArrayBlockingQueue<>(MOST);
  private final LogReceiver receiver;
  private final String agent;
  private final Consumer<LogAck> answers;
  private final Consumer<String> onFailure;
  private volatile boolean isClosed;

  /// @param onFailure told why bytes could not be written; no frame is written after that
  LogFrameWriter(
      LogReceiver receiver, String agent, Consumer<LogAck> answers, Consumer<String> onFailure) {
    this.receiver = receiver;
    this.agent = agent;
    this.answers = answers;
    this.onFailure = onFailure;
    Thread.ofVirtual().name("logs-of-" + agent).start(this::write);
  }

  /// Queues a frame. Waits while the queue is full.
  void enqueue(LogFrame frame) throws InterruptedException {
    queue.put(Optional.of(frame));
  }

  private void write() {
    try {
      for (var next = queue.take(); !isClosed; next = queue.take()) {
        List<Optional<LogFrame>> waiting = new ArrayList<>(List.of(next));
        queue.drainTo(waiting);
        List<LogFrame> frames = waiting.stream().flatMap(Optional::stream).toList();
        LogFrame.merge(frames).forEach(frame -> receiver.receive(agent, frame).ifPresent(answers));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("a log could not be written");
      onFailure.accept("its log could not be written: " + e.getMessage());
    } catch (RuntimeException | StackOverflowError e) {
      LOG.atError().addKeyValue("agent", agent).setCause(e).log("a log frame could not be handled");
      onFailure.accept("internal error");
    }
  }

  /// Ends the thread. Not by an interrupt, which would close the file that it is just writing to.
  void close() {
    isClosed = true;
    boolean _ = queue.offer(Optional.empty()); // wakes the thread; with a full queue it is awake
  }
}

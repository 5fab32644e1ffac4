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

/// Log bytes of one agent, on their way to the disk, by a thread of their own: what else the agent
/// says does not wait for that. What comes while the disk is busy is written together. Bounded: an
/// agent that sends more is read more slowly.
final class LogFrameWriter {

  /// A few windows.
  private static final int MOST = 16;

  private final BlockingQueue<Optional<LogFrame>> queue = new ArrayBlockingQueue<>(MOST);
  private final LogReceiver desk;
  private final String agent;
  private final Consumer<LogAck> answers;
  private final Consumer<String> onFailure;
  private volatile boolean isClosed;

  /// @param onFailure told why bytes could not be written; nothing is taken any more then
  LogFrameWriter(
      LogReceiver desk, String agent, Consumer<LogAck> answers, Consumer<String> onFailure) {
    this.desk = desk;
    this.agent = agent;
    this.answers = answers;
    this.onFailure = onFailure;
    Thread.ofVirtual().name("logs of " + agent).start(this::write);
  }

  /// Waits while the disk is behind.
  void enqueue(LogFrame frame) throws InterruptedException {
    queue.put(Optional.of(frame));
  }

  private void write() {
    try {
      for (var next = queue.take(); !isClosed; next = queue.take()) {
        List<Optional<LogFrame>> waiting = new ArrayList<>(List.of(next));
        queue.drainTo(waiting);
        List<LogFrame> frames = waiting.stream().flatMap(Optional::stream).toList();
        LogFrame.merge(frames).forEach(frame -> desk.receive(agent, frame).ifPresent(answers));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException e) {
      onFailure.accept("its log could not be written: " + e.getMessage());
    }
  }

  /// Ends the thread. Not by an interrupt, which would close the file that it is just writing to.
  void close() {
    isClosed = true;
    boolean _ = queue.offer(Optional.empty()); // one that is full is looked at all the same
  }
}

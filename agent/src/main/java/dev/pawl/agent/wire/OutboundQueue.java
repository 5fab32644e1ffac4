package dev.pawl.agent.wire;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The queue of frames to be sent: in order, except that control frames overtake log frames.
/// Bounded; a connection that cannot drain it is closed. Thread-safe.
final class OutboundQueue {

  /// Far more than a session and its log windows can leave unacknowledged.
  private static final int MAX_FRAMES = 20_000;

  /// A frame: a control message, or bytes of a log.
  sealed interface Frame {}

  record Text(String text) implements Frame {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Bytes(byte[] bytes) implements Frame {}

  private final Deque<Frame> control = new ArrayDeque<>();
  private final Deque<Frame> logs = new ArrayDeque<>();
  private boolean isClosed;

  /// Adds a frame. Returns false if the queue is full.
  synchronized boolean add(Frame frame) {
    Deque<Frame> queue = frame instanceof Text ? control : logs;
    if (queue.size() >= MAX_FRAMES) {
      return false;
    }
    if (!isClosed) {
      queue.add(frame);
      notifyAll();
    }
    return true;
  }

  /// Waits for the next frame; null when the queue is closed.
  synchronized @Nullable Frame take() throws InterruptedException {
    while (!isClosed && control.isEmpty() && logs.isEmpty()) {
      wait();
    }
    if (isClosed) {
      return null;
    }
    return control.isEmpty() ? logs.poll() : control.poll();
  }

  synchronized void close() {
    isClosed = true;
    control.clear();
    logs.clear();
    notifyAll();
  }
}

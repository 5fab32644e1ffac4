package dev.pawl.agent.wire;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// What is to be sent, in order, but that control frames overtake log bytes. Bounded: who does not
/// get it away has no connection worth the name. Thread-safe.
final class OutboundQueue {

  /// What a session and the windows of its logs leave unacknowledged is far less.
  private static final int MOST = 20_000;

  /// A frame: text, or bytes of a log.
  sealed interface Frame {}

  record Text(String text) implements Frame {}

  @SuppressWarnings("ArrayRecordComponent") // on their way, never compared
  record Bytes(byte[] bytes) implements Frame {}

  private final Deque<Frame> control = new ArrayDeque<>();
  private final Deque<Frame> logs = new ArrayDeque<>();
  private boolean isClosed;

  /// False if there is no room for it.
  synchronized boolean add(Frame frame) {
    Deque<Frame> queue = frame instanceof Text ? control : logs;
    if (queue.size() >= MOST) {
      return false;
    }
    if (!isClosed) {
      queue.add(frame);
      notifyAll();
    }
    return true;
  }

  /// Waits for the next one; null when there is none any more.
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

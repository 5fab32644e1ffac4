package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/// The unacknowledged log bytes of one lease's steps, bounded by a window, and the frames that have
/// to be sent. Deterministic, without a thread or a clock.
///
/// A few bytes wait while others of their step are in flight, so that a job that prints byte by
/// byte does not send byte by byte. They wait until there are 32 KiB of them, until the bytes in
/// flight are acknowledged, or until the owner's timer ends. So the number of frames in flight is
/// bounded.
///
/// Bytes in flight are sent again after a reconnect, and when the server acknowledges an offset
/// that it acknowledged before: then it lacks the bytes that follow. Duplicate frames are answered
/// in the same way, so such a request is honoured once, until the log has grown or there is a new
/// connection; frames are only lost together with their connection.
public final class LogWindow {

  private final String leaseId;
  private final int size;
  private final SortedMap<Integer, StepLogBuffer> steps = new TreeMap<>();
  private int length;

  public LogWindow(String leaseId) {
    this(leaseId, LogFrame.WINDOW_BYTES);
  }

  /// @param size the most bytes that may be unacknowledged
  public LogWindow(String leaseId, int size) {
    this.leaseId = leaseId;
    this.size = size;
  }

  /// The number of bytes that may be printed now.
  public int room() {
    return size - length;
  }

  /// Whether everything that was printed is durable.
  public boolean isDurable() {
    return length == 0;
  }

  /// Adds `count` bytes of `buffer`, from index `from` on, which a step has printed.
  ///
  /// @throws IllegalStateException if there is no [#room]
  public void print(int step, byte[] buffer, int from, int count) {
    if (count > room() && !isCut(step)) {
      throw new IllegalStateException("the log window is full, of lease " + leaseId);
    }
    length += steps.computeIfAbsent(step, _ -> new StepLogBuffer()).add(buffer, from, count);
  }

  /// Whether the server has cut the step's log: what is printed then needs no [#room].
  public boolean isCut(int step) {
    StepLogBuffer bytes = steps.get(step);
    return bytes != null && bytes.isCut();
  }

  /// The server has cut the step's log: its bytes are dropped, and so are those that follow.
  public void cut(int step) {
    StepLogBuffer bytes = steps.get(step);
    if (bytes != null) {
      length -= bytes.cut();
    }
  }

  /// Empty frames that tell the server how much was printed to the logs that it has cut, unless
  /// this connection has carried them.
  public List<LogFrame> ends() {
    List<LogFrame> frames = new ArrayList<>();
    steps.forEach((step, bytes) -> {
      if (bytes.hasUnreportedEnd()) {
        frames.add(new LogFrame(leaseId, step, bytes.reportEnd(), new byte[0]));
      }
    });
    return frames;
  }

  /// The frames that have to be sent now. They are in flight from then on.
  public List<LogFrame> frames() {
    return frames(StepLogBuffer::isAnythingToSend, StepLogBuffer::send);
  }

  /// Whether bytes wait for the timer.
  public boolean isAnythingWaiting() {
    return steps.values().stream().anyMatch(StepLogBuffer::maySendEarly);
  }

  /// The frames of the bytes that waited for the timer. They are in flight from then on.
  public List<LogFrame> waiting() {
    return frames(StepLogBuffer::maySendEarly, StepLogBuffer::sendEarly);
  }

  private List<LogFrame> frames(
      Predicate<StepLogBuffer> isAny, Function<StepLogBuffer, byte[]> next) {
    List<LogFrame> frames = new ArrayList<>();
    steps.forEach((step, bytes) -> {
      while (isAny.test(bytes)) {
        long offset = bytes.sent();
        frames.add(new LogFrame(leaseId, step, offset, next.apply(bytes)));
      }
    });
    return frames;
  }

  /// The step's log is durable up to `offset`. An offset that was never sent is ignored.
  public void acknowledged(int step, long offset) {
    StepLogBuffer bytes = steps.get(step);
    if (bytes != null) {
      length -= bytes.acknowledge(offset);
    }
  }

  /// There is a new connection: bytes in flight may be lost.
  public void resume() {
    steps.values().forEach(StepLogBuffer::resume);
  }
}

package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/// What the steps of one lease have printed and the server has not acknowledged: a window of bytes
/// at most. Says which frames are to be sent; deterministic, without a thread.
///
/// Few bytes wait while others of their step are on their way, so that a job that prints byte by
/// byte does not send byte by byte: until there are 32 KiB of them, or those before them are
/// answered, or whoever has a clock says that they have waited long enough. So no more frames are
/// out than fill the window, and some a step.
///
/// What is on its way is sent again after a reconnect, and when the server asks for it: by an
/// acknowledgement that brings nothing new while something is out. Frames that arrived twice are
/// answered like that as well, so it is heeded once, until the log has grown or there is another
/// connection; what could be lost once more is lost with its connection only.
public final class LogWindow {

  private final String leaseId;
  private final SortedMap<Integer, StepLogBuffer> steps = new TreeMap<>();
  private int length;

  public LogWindow(String leaseId) {
    this.leaseId = leaseId;
  }

  /// How many bytes may be printed now.
  public int room() {
    return LogFrame.WINDOW_BYTES - length;
  }

  /// Whether everything that was printed is durable.
  public boolean isDurable() {
    return length == 0;
  }

  /// Takes `count` bytes of `buffer`, from `from` on, which a step has printed.
  ///
  /// @throws IllegalStateException if there is no [#room]
  public void print(int step, byte[] buffer, int from, int count) {
    if (count > room()) {
      throw new IllegalStateException("more than a window of " + leaseId + " is unacknowledged");
    }
    steps.computeIfAbsent(step, _ -> new StepLogBuffer()).add(buffer, from, count);
    length += count;
  }

  /// What is to be sent now, and is on its way from then on.
  public List<LogFrame> frames() {
    return frames(StepLogBuffer::isAnythingToSend, StepLogBuffer::send);
  }

  /// Whether something waits that is to be sent before long.
  public boolean isAnythingWaiting() {
    return steps.values().stream().anyMatch(StepLogBuffer::maySendEarly);
  }

  /// What has waited long enough, and is on its way from then on.
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

  /// Everything of the step up to `offset` is durable. What was never sent cannot be.
  public void acknowledged(int step, long offset) {
    StepLogBuffer bytes = steps.get(step);
    if (bytes != null) {
      length -= bytes.acknowledge(offset);
    }
  }

  /// There is another connection: what was on its way may be lost.
  public void resume() {
    steps.values().forEach(StepLogBuffer::resume);
  }
}

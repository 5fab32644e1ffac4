package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;
import java.util.Arrays;

/// The bytes of one step's log from the acknowledged offset on: first those that are on their way,
/// then those that are not.
final class StepLogBuffer {

  private static final byte[] NONE = {};

  /// So many bytes do not wait for the answer to those before them.
  private static final int BATCH = 32 * 1024;

  /// So many frames go out early while nobody answers: over a way that takes more than a second and
  /// a half, one more would not be there any sooner.
  private static final int MOST_EARLY = 32;

  private byte[] bytes = NONE;
  private int length;
  private long durable;
  private long sent;
  private long everSent;
  private int early;
  private boolean isAskedAgain;

  void add(byte[] buffer, int from, int count) {
    if (bytes.length < length + count) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * length));
    }
    System.arraycopy(buffer, from, bytes, length, count);
    length += count;
  }

  /// Up to which offset it is on its way, or durable.
  long sent() {
    return sent;
  }

  /// A few bytes wait for the answer to those before them.
  boolean isAnythingToSend() {
    return left() >= BATCH || (left() > 0 && sent == durable);
  }

  /// Whether a few bytes wait, and need not.
  boolean maySendEarly() {
    return left() > 0 && !isAnythingToSend() && early < MOST_EARLY;
  }

  private long left() {
    return durable + length - sent;
  }

  /// Those that wait, without the answer to those before them.
  byte[] sendEarly() {
    early++;
    return send();
  }

  /// The next bytes to send, no more than a frame holds.
  byte[] send() {
    int from = (int) (sent - durable);
    int to = Math.min(length, from + LogFrame.MAX_BYTES);
    sent += to - from;
    everSent = Math.max(everSent, sent);
    return Arrays.copyOfRange(bytes, from, to);
  }

  /// Says how many bytes need not be kept any longer.
  int acknowledge(long offset) {
    if (offset > everSent || offset < durable) {
      return 0;
    }
    if (offset == durable) {
      askAgain();
      return 0;
    }
    int known = (int) (offset - durable);
    length -= known;
    System.arraycopy(bytes, known, bytes, 0, length);
    bytes = length == 0 ? NONE : bytes;
    durable = offset;
    sent = Math.max(sent, durable);
    early = 0;
    isAskedAgain = false;
    return known;
  }

  private void askAgain() {
    if (!isAskedAgain) {
      isAskedAgain = true;
      sent = durable;
    }
  }

  void resume() {
    early = 0;
    isAskedAgain = false;
    sent = durable;
  }
}

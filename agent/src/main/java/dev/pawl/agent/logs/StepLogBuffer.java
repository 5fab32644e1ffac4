package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;
import java.util.Arrays;

/// The unacknowledged bytes of one step's log: first those in flight, then those that were not
/// sent. Once the server has cut the log, bytes are only counted.
final class StepLogBuffer {

  private static final byte[] NONE = {};

  /// This many bytes do not wait for the acknowledgement of those before them.
  private static final int BATCH = 32 * 1024;

  /// The number of frames that are sent early while none is acknowledged: with a round trip of more
  /// than a second and a half, one more would not arrive any sooner.
  private static final int MAX_EARLY_FRAMES = 32;

  private byte[] bytes = NONE;
  private int length;
  private long durable;
  private long sent;
  private long everSent;
  private int early;
  private boolean isResendRequested;
  private boolean isCut;
  private long reported;

  /// Adds bytes, and returns how many of them are kept.
  int add(byte[] buffer, int from, int count) {
    if (isCut) {
      durable += count;
      return 0;
    }
    if (bytes.length < length + count) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * length));
    }
    System.arraycopy(buffer, from, bytes, length, count);
    length += count;
    return count;
  }

  /// Drops all bytes, because the server does not keep them, and returns their number.
  int cut() {
    int dropped = length;
    isCut = true;
    durable += length;
    length = 0;
    bytes = NONE;
    return dropped;
  }

  boolean isCut() {
    return isCut;
  }

  /// Whether the server has to be told how much a log that it has cut would have.
  boolean hasUnreportedEnd() {
    return isCut && reported < durable;
  }

  /// The end that the log would have; it counts as reported from now on.
  long reportEnd() {
    reported = durable;
    return durable;
  }

  /// The offset up to which the log is in flight or durable.
  long sent() {
    return sent;
  }

  /// Whether bytes have to be sent: a few bytes wait for the acknowledgement of those in flight.
  boolean isAnythingToSend() {
    return !isCut && (left() >= BATCH || (left() > 0 && sent == durable));
  }

  /// Whether waiting bytes may be sent when the timer ends.
  boolean maySendEarly() {
    return !isCut && left() > 0 && !isAnythingToSend() && early < MAX_EARLY_FRAMES;
  }

  private long left() {
    return durable + length - sent;
  }

  /// Sends waiting bytes without the acknowledgement of those in flight.
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

  /// Removes acknowledged bytes, and returns their number.
  int acknowledge(long offset) {
    if (isCut || offset > everSent || offset < durable) {
      return 0;
    }
    if (offset == durable) {
      requestResend();
      return 0;
    }
    int known = (int) (offset - durable);
    length -= known;
    System.arraycopy(bytes, known, bytes, 0, length);
    bytes = length == 0 ? NONE : bytes;
    durable = offset;
    sent = Math.max(sent, durable);
    early = 0;
    isResendRequested = false;
    return known;
  }

  private void requestResend() {
    if (!isResendRequested) {
      isResendRequested = true;
      sent = durable;
    }
  }

  void resume() {
    early = 0;
    isResendRequested = false;
    sent = durable;
    reported = 0;
  }
}

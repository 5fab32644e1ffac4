package dev.pawl.agent.logs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/// A random sequence of bytes, which no job prints, and the search for it in a stream that arrives
/// in pieces. Short enough to be written to a pipe atomically.
final class EndMarker {

  private final byte[] mark =
      ("\0end of step " + UUID.randomUUID() + "\0").getBytes(StandardCharsets.US_ASCII);

  private static final byte[] NONE = {};

  /// The last bytes, which may be the beginning of the marker.
  private byte[] held = NONE;

  byte[] bytes() {
    return mark.clone();
  }

  /// Passes on the bytes before the marker, and returns whether the marker was found. Bytes after
  /// it are dropped: they were printed after the end.
  boolean scan(byte[] buffer, int length, ByteSink sink) throws InterruptedException {
    if (held.length == 0) {
      return scanAll(buffer, length, sink); // the usual case, without a copy
    }
    byte[] stream = Arrays.copyOf(held, held.length + length);
    System.arraycopy(buffer, 0, stream, held.length, length);
    held = NONE;
    return scanAll(stream, stream.length, sink);
  }

  private boolean scanAll(byte[] stream, int length, ByteSink sink) throws InterruptedException {
    byte first = mark[0];
    for (int at = 0; at < length; at++) {
      if (stream[at] != first) {
        continue;
      }
      int same = Arrays.mismatch(stream, at, length, mark, 0, mark.length);
      boolean isComplete = same == mark.length || same < 0;
      boolean mayContinue = at + same == length;
      if (isComplete || mayContinue) {
        pass(stream, at, sink);
        held = isComplete ? held : Arrays.copyOfRange(stream, at, length);
        return isComplete;
      }
    }
    pass(stream, length, sink);
    return false;
  }

  private static void pass(byte[] stream, int length, ByteSink sink) throws InterruptedException {
    if (length > 0) {
      sink.take(stream, length);
    }
  }
}

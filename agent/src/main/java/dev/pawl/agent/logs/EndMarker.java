package dev.pawl.agent.logs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/// A sequence of bytes that no job prints, because it is random, and how it is found in a stream
/// that comes in pieces. Short enough to be written to a pipe as one.
final class EndMarker {

  private final byte[] mark =
      ("\0end of step " + UUID.randomUUID() + "\0").getBytes(StandardCharsets.US_ASCII);

  /// What came last and may be the mark's beginning.
  private byte[] held = new byte[0];

  byte[] bytes() {
    return mark.clone();
  }

  /// Passes on what precedes the mark, and says whether the mark was there. What follows it is
  /// dropped: it was printed after the end.
  boolean scan(byte[] buffer, int length, ByteSink sink) throws InterruptedException {
    byte[] stream = Arrays.copyOf(held, held.length + length);
    System.arraycopy(buffer, 0, stream, held.length, length);
    held = new byte[0];
    for (int at = 0; at < stream.length; at++) {
      if (stream[at] != mark[0]) {
        continue;
      }
      int same = Arrays.mismatch(stream, at, stream.length, mark, 0, mark.length);
      boolean isWhole = same == mark.length || same < 0;
      boolean reachesTheEnd = at + same == stream.length;
      if (isWhole || reachesTheEnd) {
        pass(stream, at, sink);
        held = isWhole ? held : Arrays.copyOfRange(stream, at, stream.length);
        return isWhole;
      }
    }
    pass(stream, stream.length, sink);
    return false;
  }

  private static void pass(byte[] stream, int length, ByteSink sink) throws InterruptedException {
    if (length > 0) {
      sink.take(stream, length);
    }
  }
}

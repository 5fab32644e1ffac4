package dev.pawl.server.connections;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The bytes of a WebSocket, in arrays of whole frames. The web server's parser reads a frame that
/// is in one array several times faster than one whose bytes are in two: it looks for the right
/// array at every byte. A frame that is too large to be held is passed on as it arrives.
final class WholeFrames {

  /// Most bytes of a frame that are held.
  private static final int MOST = 128 * 1024;

  private static final int LENGTH_BITS = 0x7f;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;
  private static final int MASK_BIT = 0x80;
  private static final int MASK_BYTES = 4;
  private static final byte[] NONE = {};

  private final Supplier<byte @Nullable []> source;
  private byte[] held = NONE;
  private int length;

  /// Bytes that are left of a frame that is too large.
  private long passing;

  /// @param source the bytes as they arrive; null at the end
  WholeFrames(Supplier<byte @Nullable []> source) {
    this.source = source;
  }

  /// The next bytes; null at the end.
  byte @Nullable [] next() {
    while (true) {
      byte[] more = source.get();
      if (more == null) {
        return length == 0 ? null : taken(length);
      }
      if (length == 0) {
        held = more;
        length = more.length;
      } else {
        append(more);
      }
      int whole = whole();
      if (whole > 0) {
        return taken(whole);
      }
    }
  }

  private void append(byte[] more) {
    if (held.length < length + more.length) {
      held = Arrays.copyOf(held, Math.max(length + more.length, 2 * length));
    }
    System.arraycopy(more, 0, held, length, more.length);
    length += more.length;
  }

  /// Takes the first bytes away from those that are held.
  private byte[] taken(int count) {
    byte[] taken = count == held.length ? held : Arrays.copyOf(held, count);
    held = count == length ? NONE : Arrays.copyOfRange(held, count, length);
    length -= count;
    return taken;
  }

  /// The number of held bytes up to the end of the last whole frame.
  private int whole() {
    int at = 0;
    while (at < length) {
      if (passing == 0) {
        long size = sizeOfFrame(at);
        if (size <= MOST && size > length - at) {
          return at;
        }
        passing = size;
      }
      int passed = (int) Math.min(passing, length - at);
      passing -= passed;
      at += passed;
    }
    return at;
  }

  /// The bytes of the frame that begins there; or more than are held, if it is not known yet.
  private long sizeOfFrame(int at) {
    int unknown = length - at + 1;
    if (length - at < 2) {
      return unknown;
    }
    int bits = held[at + 1];
    int mask = (bits & MASK_BIT) == 0 ? 0 : MASK_BYTES;
    int bytes =
        switch (bits & LENGTH_BITS) {
          case TWO_BYTES -> Short.BYTES;
          case EIGHT_BYTES -> Long.BYTES;
          default -> 0;
        };
    if (length - at < 2 + bytes) {
      return unknown;
    }
    long size = bytes == 0 ? bits & LENGTH_BITS : 0;
    for (int of = 0; of < bytes; of++) {
      size = (size << Byte.SIZE) | Byte.toUnsignedInt(held[at + 2 + of]);
    }
    boolean isImpossible = size < 0 || size > Integer.MAX_VALUE;
    return 2 + bytes + mask + (isImpossible ? Integer.MAX_VALUE : size);
  }
}

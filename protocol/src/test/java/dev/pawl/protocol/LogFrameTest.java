package dev.pawl.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogFrameTest {

  private static final LogFrame FRAME =
      new LogFrame("lease-1", 2, 1L << 40, "hello\0\n".getBytes(UTF_8));

  @Test
  void itComesBackAsItWas() {
    LogFrame decoded = LogFrame.decode(FRAME.encode());
    assertThat(decoded).usingRecursiveComparison().isEqualTo(FRAME);
  }

  @Test
  void anEmptyOneAndTheLargestOneComeBackToo() {
    for (int size : new int[] {0, LogFrame.MOST_BYTES}) {
      var frame = new LogFrame("l", 0, 0, new byte[size]);
      assertThat(LogFrame.decode(frame.encode()).bytes()).hasSize(size);
    }
  }

  @Test
  void oneThatEndsTooEarlyIsMalformed() {
    byte[] whole = FRAME.encode();
    int header = whole.length - FRAME.bytes().length;
    for (int length = 0; length < header; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> LogFrame.decode(cut)).isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void oneOutOfBoundsIsMalformed() {
    assertThatThrownBy(() -> LogFrame.decode(raw(-1, 0, 0))).isInstanceOf(MalformedFrame.class);
    assertThatThrownBy(() -> LogFrame.decode(raw(10_000, 0, 0))).isInstanceOf(MalformedFrame.class);
    assertThat(LogFrame.decode(raw(LogFrame.SUMMARY, 0, 0)).bytes()).isEmpty();
    assertThatThrownBy(() -> LogFrame.decode(raw(0, -1, 0))).isInstanceOf(MalformedFrame.class);
    assertThatThrownBy(() -> LogFrame.decode(raw(0, 0, LogFrame.MOST_BYTES + 1)))
        .isInstanceOf(MalformedFrame.class);
    var tooLarge = new LogFrame("l", 0, 0, new byte[LogFrame.MOST_BYTES + 1]);
    assertThatThrownBy(tooLarge::encode).isInstanceOf(MalformedFrame.class);
    var longName = new LogFrame("l".repeat(256), 0, 0, new byte[0]);
    assertThatThrownBy(longName::encode).isInstanceOf(MalformedFrame.class);
  }

  private static byte[] raw(int step, long offset, int bytes) {
    return ByteBuffer.allocate(1 + 1 + Integer.BYTES + Long.BYTES + bytes)
        .put((byte) 1)
        .put((byte) 'l')
        .putInt(step)
        .putLong(offset)
        .array();
  }
}

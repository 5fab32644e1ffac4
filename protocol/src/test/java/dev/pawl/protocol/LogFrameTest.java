package dev.pawl.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogFrameTest {

  private static final LogFrame FRAME =
      new LogFrame("lease-1", 2, 1L << 40, "hello\0\n".getBytes(UTF_8));

  @Test
  void aFrameComesBackAsItWentIn() {
    LogFrame decoded = LogFrame.decode(FRAME.encode());
    assertThat(decoded).usingRecursiveComparison().isEqualTo(FRAME);
  }

  @Test
  void adjacentFramesOfOneLogAreMerged() {
    assertThat(
            joined(
                frame(0, 0, "ab"),
                frame(1, 7, "x"),
                frame(0, 2, "c"),
                frame(1, 8, "y"),
                frame(0, 3, "d")))
        .containsExactly("0@0 abcd", "1@7 xy");
  }

  @Test
  void framesAfterAGapAndDuplicatesAreNotMerged() {
    assertThat(joined(frame(0, 0, "ab"), frame(0, 3, "d"), frame(0, 0, "ab"), frame(0, 2, "c")))
        .containsExactly("0@0 ab", "0@3 d", "0@0 abc");
  }

  @Test
  void logsOfTwoLeasesAreNotMerged() {
    var other = new LogFrame("lease-2", 0, 1, "b".getBytes(UTF_8));
    assertThat(joined(frame(0, 0, "a"), other)).containsExactly("0@0 a", "0@1 b");
  }

  @Test
  void manyFramesOfTwoLogsBecomeTwo() {
    LogFrame[] frames = new LogFrame[20];
    for (int at = 0; at < frames.length; at++) {
      frames[at] = frame(at % 2, 100 + at / 2, "%c".formatted('a' + at));
    }
    assertThat(joined(frames)).containsExactly("0@100 acegikmoqs", "1@100 bdfhjlnprt");
  }

  private static LogFrame frame(int step, long offset, String text) {
    return new LogFrame("lease-1", step, offset, text.getBytes(UTF_8));
  }

  private static List<String> joined(LogFrame... frames) {
    return LogFrame.merge(List.of(frames)).stream()
        .map(frame ->
            "%d@%d %s"
                .formatted(frame.stepIndex(), frame.offset(), new String(frame.bytes(), UTF_8)))
        .toList();
  }

  @Test
  void theEmptyAndTheLargestFrameComeBack() {
    for (int size : new int[] {0, LogFrame.MAX_BYTES}) {
      var frame = new LogFrame("l", 0, 0, new byte[size]);
      assertThat(LogFrame.decode(frame.encode()).bytes()).hasSize(size);
    }
  }

  @Test
  void aTruncatedFrameIsMalformed() {
    byte[] whole = FRAME.encode();
    int header = whole.length - FRAME.bytes().length;
    for (int length = 0; length < header; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> LogFrame.decode(cut)).isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void aFrameOutOfBoundsIsMalformed() {
    assertThatThrownBy(() -> LogFrame.decode(raw(-1, 0, 0))).isInstanceOf(MalformedFrame.class);
    assertThatThrownBy(() -> LogFrame.decode(raw(10_000, 0, 0))).isInstanceOf(MalformedFrame.class);
    assertThat(LogFrame.decode(raw(LogFrame.SUMMARY_INDEX, 0, 0)).bytes()).isEmpty();
    assertThatThrownBy(() -> LogFrame.decode(raw(0, -1, 0))).isInstanceOf(MalformedFrame.class);
    assertThatThrownBy(() -> LogFrame.decode(raw(0, 0, LogFrame.MAX_BYTES + 1)))
        .isInstanceOf(MalformedFrame.class);
    var tooLarge = new LogFrame("l", 0, 0, new byte[LogFrame.MAX_BYTES + 1]);
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

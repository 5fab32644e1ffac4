package dev.pawl.server.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// However the bytes arrive, they are handed out in whole frames, as long as these are not too
/// large.
class WholeFramesTest {

  private static final int[] SIZES = {0, 1, 125, 126, 127, 200, 65_535, 65_536, 70_000, 131_000};

  private final Random random = new Random(1);

  private byte[] frame(int size, boolean isMasked) {
    var header = ByteBuffer.allocate(14).put((byte) 0x82);
    int mask = isMasked ? 0x80 : 0;
    if (size < 126) {
      header.put((byte) (mask | size));
    } else if (size < 65_536) {
      header.put((byte) (mask | 126)).putShort((short) size);
    } else {
      header.put((byte) (mask | 127)).putLong(size);
    }
    if (isMasked) {
      header.putInt(random.nextInt());
    }
    byte[] frame = new byte[header.position() + size];
    random.nextBytes(frame);
    header.flip().get(frame, 0, header.limit());
    return frame;
  }

  private static List<byte[]> read(byte[] stream, int piece) {
    Deque<byte[]> arriving = new ArrayDeque<>();
    for (int from = 0; from < stream.length; from += piece) {
      arriving.add(Arrays.copyOfRange(stream, from, Math.min(stream.length, from + piece)));
    }
    var frames = new WholeFrames(arriving::poll);
    List<byte[]> read = new ArrayList<>();
    for (byte[] next = frames.next(); next != null; next = frames.next()) {
      read.add(next);
    }
    return read;
  }

  private static byte[] joined(List<byte[]> parts) {
    var all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 100, 8_192, 65_536, 1_000_000})
  void noFrameIsInTwoArrays(int piece) {
    List<byte[]> frames = new ArrayList<>();
    for (int number = 0; number < 40; number++) {
      int size =
          number < SIZES.length ? SIZES[number] : random.nextInt(piece < 100 ? 300 : 100_000);
      frames.add(frame(size, number % 3 > 0));
    }
    List<byte[]> read = read(joined(frames), piece);
    assertThat(joined(read)).isEqualTo(joined(frames));
    int at = 0;
    for (byte[] array : read) {
      int end = 0;
      while (end < array.length) {
        end += frames.get(at++).length;
      }
      assertThat(end).isEqualTo(array.length);
    }
  }

  @Test
  void aFrameThatIsTooLargeIsPassedOnAsItArrives() {
    byte[] large = frame(1_000_000, true);
    byte[] small = frame(10, true);
    List<byte[]> read = read(joined(List.of(small, large, small)), 8_192);
    assertThat(joined(read)).isEqualTo(joined(List.of(small, large, small)));
    assertThat(read).allMatch(array -> array.length <= 8_192);
    assertThat(read.getLast()).endsWith(small);
  }

  @Test
  void anImpossibleLengthIsPassedOnForTheParserToReject() {
    byte[] wrong = {(byte) 0x82, (byte) 0xff, -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 3, 4, 5};
    assertThat(read(wrong, 100)).containsExactly(wrong);
  }

  @Test
  void theRestIsHandedOutAtTheEnd() {
    byte[] half = Arrays.copyOf(frame(100, true), 50);
    assertThat(read(half, 20)).containsExactly(half);
    assertThat(read(new byte[0], 1)).isEmpty();
  }
}

package dev.pawl.agent.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// The marker is found however the stream is split, and nothing else is removed.
class EndMarkerTest {

  private final EndMarker mark = new EndMarker();
  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();

  @Test
  void itIsFoundAtEveryCut() throws InterruptedException {
    byte[] text = "before\0".getBytes(StandardCharsets.US_ASCII);
    byte[] stream = Arrays.copyOf(text, text.length + mark.bytes().length);
    System.arraycopy(mark.bytes(), 0, stream, text.length, mark.bytes().length);
    for (int cut = 1; cut < stream.length; cut++) {
      passed.reset();
      boolean early = scan(Arrays.copyOfRange(stream, 0, cut));
      boolean late = scan(Arrays.copyOfRange(stream, cut, stream.length));
      assertThat(early).isFalse();
      assertThat(late).isTrue();
      assertThat(passed.toByteArray()).isEqualTo(text);
    }
  }

  @Test
  void whatOnlyBeginsLikeItIsPassedOn() throws InterruptedException {
    byte[] start = Arrays.copyOf(mark.bytes(), 5);
    assertThat(scan(start)).isFalse();
    assertThat(scan("and on".getBytes(StandardCharsets.US_ASCII))).isFalse();
    assertThat(passed.toString(StandardCharsets.US_ASCII))
        .isEqualTo(new String(start, StandardCharsets.US_ASCII) + "and on");
  }

  private boolean scan(byte[] piece) throws InterruptedException {
    return mark.scan(piece, piece.length, (bytes, length) -> passed.write(bytes, 0, length));
  }
}

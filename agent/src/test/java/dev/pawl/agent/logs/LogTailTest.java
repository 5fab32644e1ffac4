package dev.pawl.agent.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.classify.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogTailTest {

  private static final int LONGEST = 4 * Failure.MAX_LINE_LENGTH;

  private final LogTail tail = new LogTail();

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000, 100_000})
  void theLastLinesAreKeptHoweverTheyCome(int size) {
    List<String> lines =
        IntStream.range(0, 3 * Failure.MAX_LINES).mapToObj(line -> "line " + line).toList();
    byte[] text = lines.stream().collect(Collectors.joining("\n", "", "\n")).getBytes(UTF_8);
    for (int from = 0; from < text.length; from += size) {
      byte[] piece = Arrays.copyOfRange(text, from, Math.min(text.length, from + size));
      tail.append(piece, piece.length);
    }
    assertThat(tail.lines())
        .isEqualTo(lines.subList(lines.size() - Failure.MAX_LINES, lines.size()));
  }

  @Test
  void aSkippedLineIsNotContinuedByALaterOne() {
    print("begun");
    print("\n".repeat(Failure.MAX_LINES + 1) + "last");
    assertThat(tail.lines()).hasSize(Failure.MAX_LINES).endsWith("", "last");
  }

  @Test
  void ofALongLineTheBeginningIsKept() {
    print("a".repeat(LONGEST - 1));
    print("bcd\né");
    assertThat(tail.lines()).containsExactly("a".repeat(LONGEST - 1) + "b", "é");
  }

  private void print(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    tail.append(bytes, bytes.length);
  }
}

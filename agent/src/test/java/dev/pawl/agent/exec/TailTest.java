package dev.pawl.agent.exec;

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

class TailTest {

  private static final int LONGEST = 4 * Failure.LONGEST_LINE;

  private final Tail tail = new Tail();

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000, 100_000})
  void theLastLinesAreKeptHoweverTheyCome(int size) {
    List<String> lines =
        IntStream.range(0, 3 * Failure.MOST_LINES).mapToObj(line -> "line " + line).toList();
    byte[] text = lines.stream().collect(Collectors.joining("\n", "", "\n")).getBytes(UTF_8);
    for (int from = 0; from < text.length; from += size) {
      byte[] piece = Arrays.copyOfRange(text, from, Math.min(text.length, from + size));
      tail.add(piece, piece.length);
    }
    assertThat(tail.lines())
        .isEqualTo(lines.subList(lines.size() - Failure.MOST_LINES, lines.size()));
  }

  @Test
  void aLineThatWasBegunBeforeIsNotTheBeginningOfALaterOne() {
    print("begun");
    print("\n".repeat(Failure.MOST_LINES + 1) + "last");
    assertThat(tail.lines()).hasSize(Failure.MOST_LINES).endsWith("", "last");
  }

  @Test
  void ofALongLineTheBeginningIsKept() {
    print("a".repeat(LONGEST - 1));
    print("bcd\né");
    assertThat(tail.lines()).containsExactly("a".repeat(LONGEST - 1) + "b", "é");
  }

  private void print(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    tail.add(bytes, bytes.length);
  }
}

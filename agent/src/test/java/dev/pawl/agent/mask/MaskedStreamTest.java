package dev.pawl.agent.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.core.mask.TooManySecretsException;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedStreamTest {

  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
  private final SecretMasks masks =
      new SecretMasks(List.of("hunter2", "correct horse"), JobMemoryLimits.DEFAULT);
  private final MaskedStream stream = masks.into((bytes, length) -> seen.write(bytes, 0, length));

  private void print(String text) throws InterruptedException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.take(bytes, bytes.length);
  }

  private String seen() {
    return seen.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 100})
  void theBordersOfTheChunksDoNotMatter(int size) throws InterruptedException {
    String text = "a hunter2, hunter and hunterhunter2! correct hors correct horse hunt";
    for (int from = 0; from < text.length(); from += size) {
      print(text.substring(from, Math.min(text.length(), from + size)));
    }
    stream.end();
    assertThat(seen()).isEqualTo("a ***, hunter and hunter***! correct hors *** hunt");
  }

  /// A text of few letters, so that values overlap, begin in vain and lie across every border.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100, 1_023, 1_025, 5_000})
  void piecesOfAnySizeAreMaskedLikeTheWhole(int most) throws InterruptedException {
    String long1 = "ab".repeat(700);
    List<String> values = List.of("abc", "bcab", "cca", long1 + "c", "c" + long1);
    var some = new SecretMasks(values, JobMemoryLimits.DEFAULT);
    var random = new Random(most);
    for (int round = 0; round < 40; round++) {
      var text = new StringBuilder();
      while (text.length() < 4_000) {
        int kind = random.nextInt(30);
        text.append(
            kind < values.size()
                ? values.get(kind).substring(0, 1 + random.nextInt(values.get(kind).length()))
                : kind < 8 ? "abc".substring(random.nextInt(3)) : "x\n".substring(kind % 2));
      }
      seen.reset();
      MaskedStream masked = some.into((bytes, length) -> seen.write(bytes, 0, length));
      byte[] all = text.toString().getBytes(StandardCharsets.UTF_8);
      for (int from = 0; from < all.length; ) {
        int to = Math.min(all.length, from + 1 + random.nextInt(most));
        byte[] piece = Arrays.copyOfRange(all, from, to);
        masked.take(piece, piece.length);
        from = to;
      }
      masked.end();
      assertThat(seen()).isEqualTo(masked(text.toString(), values));
    }
  }

  /// Masks by looking for every value at every place.
  private static String masked(String text, List<String> values) {
    boolean[] covered = new boolean[text.length()];
    for (String value : values) {
      for (int at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
        Arrays.fill(covered, at, at + value.length(), true);
      }
    }
    var masked = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      if (!covered[at]) {
        masked.append(text.charAt(at));
      } else if (at == 0 || !covered[at - 1]) {
        masked.append(MaskedStream.STARS);
      }
    }
    return masked.toString();
  }

  @Test
  void onlyWhatMayBecomeAValueIsHeldBack() throws InterruptedException {
    print("password: hun");
    assertThat(seen()).isEqualTo("password: ");
    print("g");
    assertThat(seen()).isEqualTo("password: hung");
  }

  @Test
  void aPromptIsShownAndASecretIsNot() throws InterruptedException {
    print("yes or h");
    stream.pause();
    assertThat(seen()).isEqualTo("yes or h");
    print("unter");
    stream.pause();
    assertThat(seen()).isEqualTo("yes or h");
    print("2");
    assertThat(seen()).isEqualTo("yes or h***");
  }

  @Test
  void aValueThatComesInSmallPiecesIsNotShown() throws InterruptedException {
    for (String letter : List.of("h", "u", "n", "t", "e", "r", "2")) {
      print(letter);
      stream.pause();
    }
    assertThat(seen()).isEqualTo("hun***");
  }

  @Test
  void aMaskCountsFromTheNextByte() throws InterruptedException {
    print("sesame ");
    assertThat(masks.add("sesame")).isTrue();
    print("sesame");
    stream.end();
    assertThat(seen()).isEqualTo("sesame ***");
  }

  @Test
  void heldBytesSurviveANewMask() throws InterruptedException {
    print("hunt");
    masks.add("huntsman");
    print("sman hunter2 hunt");
    stream.end();
    assertThat(seen()).isEqualTo("*** *** hunt");
  }

  @Test
  void allBytesOfOverlappingValuesAreMasked() {
    var overlapping = new SecretMasks(List.of("abcd", "cdef", "bc#d"), JobMemoryLimits.DEFAULT);
    assertThat(overlapping.mask("xabcdefx abcdabcd bc")).isEqualTo("x***x *** bc");
  }

  @Test
  void bytesThatAreNoTextSurvive() throws InterruptedException {
    byte[] bytes = new byte[100_000];
    new Random(7).nextBytes(bytes);
    stream.take(bytes, bytes.length);
    stream.end();
    assertThat(seen.toByteArray()).isEqualTo(bytes);
  }

  @Test
  void whatIsTooShortIsNotMasked() {
    assertThat(masks.add("ab")).isFalse();
    assertThat(masks.add("")).isFalse();
    assertThat(masks.mask("ab abc")).isEqualTo("ab abc");
    assertThat(masks.add("123")).isTrue();
    assertThat(masks.mask("pin 123")).isEqualTo("pin ***");
  }

  @Test
  void whereOneIsTooManyNothingIsShownAnyMore() {
    for (int value = 0; value < 1000; value++) {
      masks.add("value-%04d".formatted(value));
    }
    assertThat(masks.add("")).isFalse();
    assertThat(masks.add("value-0007")).isTrue();
    assertThat(masks.mask("any")).isEqualTo("any");
    assertThatExceptionOfType(TooManySecretsException.class)
        .isThrownBy(() -> masks.add("one more"));
    assertThat(masks.isOverflown()).isTrue();
    assertThat(masks.mask("any")).isEqualTo("***");
    assertThat(masks.mask("")).isEmpty();
    assertThat(masks.containsSecret("any")).isTrue();
  }

  @Test
  void aTextSaysWhetherItShowsSomething() {
    assertThat(masks.containsSecret("hunter1")).isFalse();
    assertThat(masks.containsSecret("is hunter2.")).isTrue();
  }

  /// Each byte is the end of a long value, so that a naive search would take quadratic time.
  @Test
  @Timeout(120)
  void theCostIsNotThatOfAllValues() throws InterruptedException {
    for (int length = 10; length < 1900; length += 30) {
      masks.add("a".repeat(length));
    }
    String text = "a".repeat(64 * 1024);
    long began = processorTime();
    for (int chunk = 0; chunk < 100; chunk++) {
      print(text);
    }
    stream.end();
    assertThat(processorTime() - began).isLessThan(Duration.ofSeconds(5).toNanos());
    assertThat(seen()).isEqualTo("***");
  }

  /// The time of this thread only, which other work on the machine does not change.
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}

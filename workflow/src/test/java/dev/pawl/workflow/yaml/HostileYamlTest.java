package dev.pawl.workflow.yaml;

import static dev.pawl.workflow.yaml.YamlFixture.errors;
import static dev.pawl.workflow.yaml.YamlFixture.tree;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// YAML that was written to exhaust its reader. The time limit is generous; each test takes
/// milliseconds.
@Timeout(value = 20, threadMode = SEPARATE_THREAD)
class HostileYamlTest {

  private static final int MEBIBYTE = 1 << 20;

  @Test
  void theMaximumFileSizeIsOneMebibyte() {
    byte[] largest = ("a: " + "x".repeat(MEBIBYTE - 3)).getBytes(UTF_8);
    assertThat(errors(largest)).isEmpty();
    assertThat(errors(new byte[MEBIBYTE + 1]))
        .containsExactly(
            "1:1 the file is larger than 1 MiB, the limit for a workflow or an action");
  }

  @Test
  void fiftyLevelsAreReadAndFiftyOneAreNot() {
    assertThat(tree("[".repeat(50) + "]".repeat(50)).described()).isEqualTo("a list");
    assertThat(errors("[".repeat(51) + "]".repeat(51)))
        .containsExactly("1:51 this is nested more than 50 levels deep");
  }

  @Test
  void anAliasCountsAsDeepAsWhatItStandsFor() {
    String anchor = "- &x " + "[".repeat(40) + "]".repeat(40) + "\n";
    assertThat(errors(anchor + "- " + "[".repeat(9) + "*x" + "]".repeat(9))).isEmpty();
    assertThat(errors(anchor + "- " + "[".repeat(10) + "*x" + "]".repeat(10)))
        .containsExactly("2:13 this is nested more than 50 levels deep");
  }

  @Test
  void aBillionLaughsAreNotLaughed() {
    String yaml =
        "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
            + IntStream.rangeClosed(1, 9)
                .mapToObj(level ->
                    "a" + level + ": &a" + level + " [" + tenTimes("*a" + (level - 1)) + "]\n")
                .collect(Collectors.joining());
    assertThat(errors(yaml))
        .singleElement()
        .asString()
        .endsWith("the aliases of this file expand to more than 100000 values");
  }

  @Test
  void aThousandAliasesAreEnough() {
    assertThat(errors("- &x 1\n" + "- *x\n".repeat(1000))).isEmpty();
    assertThat(errors("- &x 1\n" + "- *x\n".repeat(1001)))
        .containsExactly("1002:3 more than 1000 aliases in one file");
  }

  @Test
  void aMegabyteOfBracketsIsRejectedQuickly() {
    for (String bracket : new String[] {"[", "{", "- ", "? ", "[a: ", "{a: ", "[{", "&a "}) {
      assertThat(errors(megabyteOf(bracket))).as(bracket).hasSize(1);
    }
  }

  @Test
  void otherLargeFilesAreReadOrRejectedQuickly() {
    for (String piece :
        new String[] {
          "]", "'a", "\"b", "!a ", "a: ", ": ", "a:\nb\n", "\n", "#", "*a ", "%", "|\n", "---\n",
          "\0", "\t"
        }) {
      assertThat(errors(megabyteOf(piece))).as(piece).isNotEmpty();
    }
    for (String piece :
        new String[] {"- a\n", "- 'a'\n", "- \"\\n\"\n", "- 1\n", "- {}\n", "- |\n  x\n"}) {
      assertThat(errors(piece.repeat(50_000))).as(piece).isEmpty();
    }
  }

  @Test
  void aFileHasSoManyValuesAndNoMore() {
    assertThat(errors("- a\n".repeat(149_999))).isEmpty();
    assertThat(errors("- a\n".repeat(150_000)))
        .containsExactly("150000:3 this file has more than 150000 values");
  }

  @Test
  void aKeyWrittenAHundredThousandTimesGivesFiftyErrors() {
    assertThat(errors(megabyteOf("a: 1\n"))).hasSize(50);
  }

  private static String tenTimes(String item) {
    return String.join(", ", Collections.nCopies(10, item));
  }

  private static String megabyteOf(String piece) {
    return piece.repeat(MEBIBYTE / piece.getBytes(UTF_8).length);
  }
}

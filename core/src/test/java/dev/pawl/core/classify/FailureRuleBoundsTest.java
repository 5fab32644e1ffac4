package dev.pawl.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.ReasonCode;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// Classification takes bounded time, whatever a job prints and a rule asks for.
class FailureRuleBoundsTest {

  private static final FailureRules END = rules("end$");

  private static FailureRules rules(String pattern) {
    return FailureRules.starter()
        .before(List.of(FailureRule.log(ReasonCode.LINT, "mine", pattern)));
  }

  @Test
  void beginningOfALineCounts() {
    String fits = "x".repeat(Failure.MAX_LINE_LENGTH - 3) + "end";
    assertThat(END.classify(Failure.exited(1, List.of(fits))).line()).isEqualTo(fits);
    assertThat(END.classify(Failure.exited(1, List.of("x" + fits))).rule()).isEqualTo("none");
    assertThat(Failure.exited(1, List.of("x".repeat(5_000))).lines().getFirst())
        .hasSize(Failure.MAX_LINE_LENGTH);
  }

  @Test
  void lastLinesOfTheLogCount() {
    List<String> after = Collections.nCopies(Failure.MAX_LINES - 1, "and on");
    assertThat(END.classify(Failure.exited(1, with("the end", after))).rule()).isEqualTo("mine");
    assertThat(END.classify(Failure.exited(1, with("the end", with("more", after)))).rule())
        .isEqualTo("none");
  }

  @Test
  void coloursDoNotCount() {
    var failure = Failure.exited(1, List.of("the \u001b[31;1men\u001b[0md\u001b[K"));
    assertThat(END.classify(failure).line()).isEqualTo("the end");
  }

  @Test
  void aPatternThatWouldTakeForEverHasNotFitted() {
    var failure = Failure.exited(1, Collections.nCopies(Failure.MAX_LINES, "a".repeat(900) + "!"));
    Assertions.assertTimeout(
        Duration.ofMinutes(3),
        () -> {
          assertThat(rules("^(a+)+$").classify(failure).rule()).isEqualTo("none");
          assertThat(rules("^(a|a)*$").classify(failure).rule()).isEqualTo("none");
          assertThat(rules("a*a*a*a*a*b").classify(failure).rule()).isEqualTo("none");
        });
  }

  @Test
  void starterPatternsAreFastOnTheLongestLogs() {
    for (String piece : List.of("a", "=", ".go:1:1: ", "'a:")) {
      String line = piece.repeat(Failure.MAX_LINE_LENGTH / piece.length());
      var failure = Failure.exited(1, Collections.nCopies(Failure.MAX_LINES, line));
      Assertions.assertTimeout(
          Duration.ofMinutes(3), () -> FailureRules.starter().classify(failure), piece);
    }
  }

  private static List<String> with(String first, List<String> rest) {
    return Stream.concat(Stream.of(first), rest.stream()).toList();
  }
}

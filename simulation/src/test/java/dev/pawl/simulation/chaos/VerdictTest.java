package dev.pawl.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.chaos.Ledger.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The judge of the chaos can find everything that it looks for.
class VerdictTest {

  private static final Map<String, Shape> RUNS = Map.of("r1", Shape.RED, "r2", Shape.RED);

  private static final List<Told.Attempt> TOLD =
      List.of(
          new Told.Attempt("r1", "job-0", 1, "lost", true, 0),
          new Told.Attempt("r1", "job-0", 2, "success", true, 1),
          new Told.Attempt("r2", "job-0", 1, "success", true, 2));

  private static final List<String> LEDGER =
      List.of(
          "START r1 job-0 1 1",
          "KILLED r1 job-0 1 1",
          "START r1 job-0 2 1",
          "END r1 job-0 2 1",
          "START r2 job-0 1 2",
          "END r2 job-0 1 2");

  private static List<String> problems(List<String> ledger) {
    return problems(RUNS, TOLD, ledger);
  }

  private static List<String> problems(
      Map<String, Shape> runs, List<Told.Attempt> told, List<String> ledger) {
    return new Verdict(runs, told, ledger.stream().map(Line::of).toList()).problems();
  }

  private static List<String> without(String line) {
    return LEDGER.stream().filter(one -> !one.equals(line)).toList();
  }

  private static List<String> with(int index, String... lines) {
    List<String> all = new ArrayList<>(LEDGER);
    all.addAll(index, List.of(lines));
    return all;
  }

  @Test
  void whatAgreesIsRight() {
    assertThat(problems(LEDGER)).isEmpty();
  }

  @Test
  void aRunThatIsGoneIsFound() {
    Map<String, Shape> more = Map.of("r1", Shape.RED, "r2", Shape.RED, "r3", Shape.CHAIN);
    assertThat(problems(more, TOLD, LEDGER))
        .containsExactly("run r3 was acknowledged, and has 0 jobs of 3");
  }

  @Test
  void aSecondStartIsFound() {
    assertThat(problems(with(6, "START r2 job-0 1 3", "END r2 job-0 1 3")))
        .containsExactly("it started twice: START r2 job-0 1 3");
  }

  @Test
  void aStartThatNobodyKnowsIsFound() {
    assertThat(problems(with(6, "START r2 job-0 2 1", "END r2 job-0 2 1")))
        .containsExactly("it started, and nobody knows: START r2 job-0 2 1");
  }

  @Test
  void aSuccessThatDidNotHappenIsFound() {
    assertThat(problems(without("END r1 job-0 2 1")))
        .contains("told to be a success, and the ledger has no END r1 job-0 2 1");
  }

  @Test
  void twoAttemptsAtATimeAreFound() {
    assertThat(problems(without("KILLED r1 job-0 1 1")))
        .contains("side by side: START r1 job-0 1 1 and START r1 job-0 2 1");
  }

  @Test
  void twoRunsOfAGroupAtATimeAreFound() {
    List<String> crossed = new ArrayList<>(without("END r1 job-0 2 1"));
    crossed.add("END r1 job-0 2 1");
    assertThat(problems(crossed))
        .containsExactly("side by side: START r1 job-0 2 1 and START r2 job-0 1 2");
  }
}

package dev.pawl.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.chaos.JobLedger.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Shows that the comparison finds every kind of problem.
class LedgerComparisonTest {

  private static final Map<String, PlanShape> RUNS =
      Map.of("r1", PlanShape.RED, "r2", PlanShape.RED);

  private static final List<ChaosDatabase.Attempt> TOLD =
      List.of(
          new ChaosDatabase.Attempt("r1", "job-0", 1, "lost", true, 0),
          new ChaosDatabase.Attempt("r1", "job-0", 2, "success", true, 1),
          new ChaosDatabase.Attempt("r2", "job-0", 1, "success", true, 2));

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
      Map<String, PlanShape> runs, List<ChaosDatabase.Attempt> told, List<String> ledger) {
    return new LedgerComparison(
            runs, Set.of(), told, List.of(), ledger.stream().map(Line::of).toList())
        .problems();
  }

  private static List<String> cancelled(Set<String> runs, ChaosDatabase.JournalMove... moved) {
    return new LedgerComparison(
            RUNS, runs, TOLD, List.of(moved), LEDGER.stream().map(Line::of).toList())
        .problems();
  }

  @Test
  void whatStartedBeforeItsCancelIsRight() {
    assertThat(
            cancelled(
                Set.of("r1"),
                new ChaosDatabase.JournalMove("r1", "job-0/1", "START"),
                new ChaosDatabase.JournalMove("r1", "r1", "CANCEL_GRACEFUL"),
                new ChaosDatabase.JournalMove("r2", "job-0/1", "START")))
        .isEmpty();
  }

  @Test
  void aStartAfterACancelIsFound() {
    assertThat(
            cancelled(
                Set.of("r1"),
                new ChaosDatabase.JournalMove("r1", "r1", "CANCEL"),
                new ChaosDatabase.JournalMove("r1", "job-0/2", "START")))
        .containsExactly("it started after its cancel: job-0/2 of run r1");
  }

  @Test
  void aCancelThatIsGoneIsFound() {
    assertThat(cancelled(Set.of("r1"), new ChaosDatabase.JournalMove("r2", "r2", "CANCEL")))
        .containsExactly("its cancel was acknowledged, and nobody knows: run r1");
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
    Map<String, PlanShape> more =
        Map.of("r1", PlanShape.RED, "r2", PlanShape.RED, "r3", PlanShape.CHAIN);
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

package dev.pawl.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.faults.ServerStoreReader.Moved;
import dev.pawl.cli.faults.ServerStoreReader.Outcome;
import dev.pawl.cli.faults.StepLedger.Attempt;
import dev.pawl.cli.faults.StepLedger.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Tests that [FaultVerifier] finds every kind of deviation.
class FaultVerifierTest {

  private static final Instant END = Instant.ofEpochSecond(20);

  private final Map<String, String> runs =
      new HashMap<>(Map.of("r1", "success", "r2", "cancelled"));
  private final FaultLog disturbances = new FaultLog();
  private final List<String> ledger =
      new ArrayList<>(
          List.of(
              "start r1 work 1 one a 10.000000",
              "beat r1 work 1 one a 11.000000",
              "cleaning r1 work 1 hook a 12.000000",
              "cleanup r1 work 1 lost a 12.100000",
              "start r1 work 2 one b 13.000000",
              "end r1 work 2 one b 14.000000",
              "cleaning r1 work 2 hook b 14.200000",
              "cleanup r1 work 2 success b 14.300000",
              "start r2 work 1 one b 13.500000",
              "cleaning r2 work 1 hook b 14.500000",
              "cleanup r2 work 1 cancelled b 14.600000"));
  private final List<Outcome> told =
      new ArrayList<>(
          List.of(
              outcome("r1", 1, "lost", ""),
              outcome("r1", 2, "success", ""),
              outcome("r2", 1, "cancelled", "")));
  private final List<Moved> moved =
      new ArrayList<>(
          List.of(
              new Moved("r1", "work/1", "START"),
              new Moved("r1", "work/2", "START"),
              new Moved("r2", "work/1", "START"),
              new Moved("r2", "r2", "CANCEL_GRACEFUL")));
  private Set<String> cancelled = Set.of("r2");
  private Set<String> forced = Set.of();
  private String log = "one of r1/2\n";

  private static Outcome outcome(String run, int attempt, String state, String message) {
    return new Outcome(new Attempt(run, "work", attempt), 0, state, message, true, END);
  }

  private List<String> problems() {
    return new FaultVerifier(
            new FaultEvidence(
                Map.of("r1", RunVariant.SHORT, "r2", RunVariant.SHORT),
                new FaultEvidence.Cancels(cancelled, Set.of("r2"), forced),
                runs,
                ledger.stream().map(Line::of).toList(),
                told,
                moved,
                (_, _) -> log,
                disturbances))
        .problems();
  }

  private void killed(String agent, int second) {
    disturbances.killed(agent, Instant.ofEpochSecond(second), Instant.ofEpochSecond(second));
  }

  private void without(String beginning) {
    assertThat(ledger.removeIf(line -> line.startsWith(beginning))).isTrue();
  }

  private void finds(String beginning) {
    assertThat(problems()).singleElement().asString().startsWith(beginning);
  }

  @Test
  void matchingEvidenceHasNoProblems() {
    assertThat(problems()).isEmpty();
  }

  @Test
  void anOpenRunIsFound() {
    runs.put("r1", "running");
    finds("run r1 was acknowledged, and is running");
  }

  @Test
  void aMissingRunIsFound() {
    runs.remove("r1");
    finds("run r1 was acknowledged, and is gone");
  }

  @Test
  void aSecondStartIsFound() {
    ledger.add("start r2 work 1 one b 15.000000");
    finds("it happened twice: ");
  }

  @Test
  void anUnknownStartIsFound() {
    ledger.add("start r2 work 2 one b 16.000000");
    finds("it started, and nobody knows: ");
  }

  @Test
  void aFalseSuccessIsFound() {
    without("end r1 work 2");
    finds("told to be a success, and the ledger has no END one");
  }

  @Test
  void anIncompleteLogIsFound() {
    log = "one of r1/2";
    finds("the log of one of ");
  }

  @Test
  void aFailureIsFound() {
    told.set(0, outcome("r1", 1, "failed", "exit code 1"));
    finds("it did not do that by itself: ");
  }

  @Test
  void aFailureByAFullDiskIsAccepted() {
    told.set(0, outcome("r1", 1, "failed", "it could not be prepared: No space left on device"));
    assertThat(problems()).isEmpty();
  }

  @Test
  void anUnrequestedCancelIsFound() {
    told.set(0, outcome("r1", 1, "cancelled", ""));
    finds("it did not do that by itself: ");
  }

  @Test
  void overlappingAttemptsAreFound() {
    ledger.add(5, "beat r1 work 1 one a 13.500000");
    finds("side by side: ");
  }

  @Test
  void overlapWithAPausedAgentIsFound() {
    disturbances.stopped("a", Instant.ofEpochSecond(9), Instant.ofEpochSecond(14));
    ledger.add(5, "beat r1 work 1 one a 13.500000");
    finds("side by side: ");
  }

  @Test
  void aMissingCleanupIsFound() {
    without("cleanup r1 work 1");
    finds("it was not cleaned up: ");
  }

  @Test
  void aKillOfItsAgentExcusesAMissingCleanup() {
    without("cleanup r1 work 1");
    killed("a", 12);
    assertThat(problems()).isEmpty();
  }

  @Test
  void anotherKillDoesNotExcuseAMissingCleanup() {
    without("cleanup r1 work 1");
    killed("b", 12);
    killed("a", 8);
    killed("a", 60);
    finds("it was not cleaned up: ");
  }

  @Test
  void forceExcusesAMissingCleanup() {
    without("cleanup r2");
    forced = Set.of("r2");
    assertThat(problems()).isEmpty();
  }

  @Test
  void aStartAfterACancelIsFound() {
    moved.add(new Moved("r2", "work/2", "START"));
    finds("it started after its cancel: ");
  }

  @Test
  void aLostCancelIsFound() {
    cancelled = Set.of("r1", "r2");
    finds("its cancel was acknowledged, and nobody knows: run r1");
  }
}

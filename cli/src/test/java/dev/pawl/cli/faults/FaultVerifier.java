package dev.pawl.cli.faults;

import dev.pawl.cli.faults.ServerStoreReader.Outcome;
import dev.pawl.cli.faults.StepLedger.Attempt;
import dev.pawl.cli.faults.StepLedger.Line;
import dev.pawl.cli.faults.StepLedger.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Compares the ledger of the jobs with the store: nothing happened twice, nothing was lost,
/// everything was cleaned up.
final class FaultVerifier {

  private static final Set<String> TERMINAL =
      Set.of("success", "failed", "timed_out", "cancelled", "skipped");

  private static final List<String> FORGIVEN =
      List.of(
          "No space left on device",
          "leases that ended before the start",
          "no server answered within its lease");

  private final FaultEvidence evidence;
  private final Map<Attempt, Outcome> told = new LinkedHashMap<>();
  private final Map<Attempt, List<Line>> done = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  FaultVerifier(FaultEvidence evidence) {
    this.evidence = evidence;
    evidence.told().forEach(outcome -> told.put(outcome.attempt(), outcome));
    for (Line line : evidence.ledger()) {
      done.computeIfAbsent(line.attempt(), _ -> new ArrayList<>()).add(line);
    }
  }

  List<String> problems() {
    everyRunIsOver();
    noStepStartsTwice();
    everyStartIsTold();
    everySuccessRanOnce();
    everySuccessHasItsLog();
    nothingFailsByItself();
    noTwoAttemptsAtATime();
    everythingIsCleanedUp();
    nothingStartsAfterItsCancel();
    return problems;
  }

  private void everyRunIsOver() {
    for (String run : evidence.acknowledged().keySet()) {
      String state = evidence.runs().getOrDefault(run, "gone");
      if (!TERMINAL.contains(state)) {
        problems.add("run %s was acknowledged, and is %s".formatted(run, state));
      }
    }
  }

  private void noStepStartsTwice() {
    Set<List<Object>> started = new HashSet<>();
    for (Line line : evidence.ledger()) {
      boolean isFirst =
          line.mark() == Mark.BEAT
              || started.add(List.of(line.attempt(), line.mark(), line.step()));
      if (!isFirst) {
        problems.add("it happened twice: " + line);
      }
    }
  }

  private void everyStartIsTold() {
    done.forEach((attempt, lines) -> {
      Outcome outcome = told.get(attempt);
      if (outcome == null || !outcome.hasStarted()) {
        problems.add("it started, and nobody knows: " + lines.getFirst());
      }
    });
  }

  private void everySuccessRanOnce() {
    for (Outcome outcome : successes()) {
      List<Line> lines = done.getOrDefault(outcome.attempt(), List.of());
      for (String step : shape(outcome).steps()) {
        for (Mark mark : List.of(Mark.START, Mark.END)) {
          if (count(lines, mark, step) != 1) {
            problems.add(
                "told to be a success, and the ledger has no %s %s of %s"
                    .formatted(mark, step, outcome.attempt()));
          }
        }
      }
    }
  }

  private static long count(List<Line> lines, Mark mark, String step) {
    return lines.stream().filter(line -> line.mark() == mark && line.step().equals(step)).count();
  }

  private List<Outcome> successes() {
    return evidence.told().stream()
        .filter(outcome -> outcome.state().equals("success") && isOurs(outcome))
        .toList();
  }

  private boolean isOurs(Outcome outcome) {
    return evidence.acknowledged().containsKey(outcome.attempt().run());
  }

  private RunVariant shape(Outcome outcome) {
    return Optional.ofNullable(evidence.acknowledged().get(outcome.attempt().run())).orElseThrow();
  }

  private void everySuccessHasItsLog() {
    for (Outcome outcome : successes()) {
      List<String> steps = shape(outcome).steps();
      for (int index = 0; index < steps.size(); index++) {
        Optional<String> expected =
            shape(outcome)
                .log(steps.get(index), outcome.attempt().run(), outcome.attempt().number());
        String found = evidence.logs().of(outcome, index);
        if (expected.isPresent() && !expected.get().equals(found)) {
          problems.add(
              "the log of %s of %s is not what it printed: %d characters of %d"
                  .formatted(
                      steps.get(index),
                      outcome.attempt(),
                      found.length(),
                      expected.get().length()));
        }
      }
    }
  }

  /// An attempt may fail only because its agent's disk was full, because too many leases ended
  /// before its start, or because it was fenced during its upload.
  private void nothingFailsByItself() {
    for (Outcome outcome : evidence.told()) {
      boolean isWrong =
          switch (outcome.state()) {
            case "failed", "timed_out" -> FORGIVEN.stream().noneMatch(outcome.message()::contains);
            case "cancelled" -> !evidence.cancels().isAskedFor(outcome.attempt().run());
            default -> false;
          };
      if (isWrong) {
        problems.add("it did not do that by itself: " + outcome);
      }
    }
  }

  /// Also where the agent was paused: its watchdog stops its jobs.
  private void noTwoAttemptsAtATime() {
    Map<String, Line> newest = new HashMap<>();
    for (Line line : evidence.ledger()) {
      boolean isWork = line.mark() != Mark.CLEANING && line.mark() != Mark.CLEANUP;
      if (isWork) {
        String job = line.attempt().run() + "/" + line.attempt().job();
        Line later = newest.get(job);
        if (later != null && later.attempt().number() > line.attempt().number()) {
          problems.add("side by side: %s and %s".formatted(line, later));
        }
        if (later == null || later.attempt().number() < line.attempt().number()) {
          newest.put(job, line);
        }
      }
    }
  }

  private void everythingIsCleanedUp() {
    done.forEach((attempt, lines) -> {
      boolean isClean = lines.stream().anyMatch(line -> line.mark() == Mark.CLEANUP);
      if (!isClean && !isExcused(attempt, lines.getFirst())) {
        problems.add("it was not cleaned up: " + lines.getFirst());
      }
    });
  }

  /// No cleanup is required after a forced cancellation, of a killed agent, or of an agent with a
  /// full disk.
  private boolean isExcused(Attempt attempt, Line first) {
    Outcome outcome = told.get(attempt);
    if (outcome == null || evidence.cancels().forced().contains(attempt.run())) {
      return true; // the former is told elsewhere
    }
    var until = outcome.endedAt().plus(FaultLog.AFTERMATH);
    return evidence.disturbances().hasKilled(first.agent(), first.at(), until)
        || evidence.disturbances().hadAFullDisk(first.agent(), first.at(), until);
  }

  /// The run's journal decides the order of start and cancellation: the ledger may be written a
  /// moment after the commit.
  private void nothingStartsAfterItsCancel() {
    Set<String> over = new HashSet<>();
    for (ServerStoreReader.Moved line : evidence.moved()) {
      if (!line.event().equals("START")) {
        over.add(line.run());
      } else if (over.contains(line.run())) {
        problems.add("it started after its cancel: " + line);
      }
    }
    for (String run : evidence.cancels().acknowledged()) {
      if (!over.contains(run)) {
        problems.add("its cancel was acknowledged, and nobody knows: run " + run);
      }
    }
  }
}

package dev.pawl.simulation.chaos;

import dev.pawl.simulation.chaos.JobLedger.Line;
import dev.pawl.simulation.chaos.JobLedger.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Compares the ledger of the jobs with the database: nothing is lost, nothing is done twice.
final class LedgerComparison {

  private record Key(String run, String job, int attempt) {}

  private final Map<String, PlanShape> acknowledged;
  private final Map<Key, ChaosDatabase.Attempt> told = new LinkedHashMap<>();
  private final Set<String> cancelled;
  private final List<ChaosDatabase.JournalMove> moved;
  private final List<Line> ledger;
  private final List<String> problems = new ArrayList<>();

  /// @param cancelled the runs whose cancel was acknowledged
  ///
  /// @param moved their cancels and starts, from the journals
  LedgerComparison(
      Map<String, PlanShape> acknowledged,
      Set<String> cancelled,
      List<ChaosDatabase.Attempt> told,
      List<ChaosDatabase.JournalMove> moved,
      List<Line> ledger) {
    this.acknowledged = acknowledged;
    this.cancelled = cancelled;
    this.moved = moved;
    this.ledger = ledger;
    for (ChaosDatabase.Attempt one : told) {
      this.told.put(new Key(one.run(), one.job(), one.attempt()), one);
    }
  }

  List<String> problems() {
    nothingIsLost();
    everyStartIsTold();
    everySuccessRanOnce();
    nothingRunsBesideItself();
    nothingStartsAfterItsCancel();
    return problems;
  }

  /// The ledger may have a START a moment after the start was committed, so the run's journal says
  /// which came first.
  private void nothingStartsAfterItsCancel() {
    Set<String> over = new LinkedHashSet<>();
    for (ChaosDatabase.JournalMove line : moved) {
      if (!line.event().equals("START")) {
        over.add(line.run());
      } else if (over.contains(line.run())) {
        problems.add(
            "it started after its cancel: %s of run %s".formatted(line.entity(), line.run()));
      }
    }
    for (String run : cancelled) {
      if (!over.contains(run)) {
        problems.add("its cancel was acknowledged, and nobody knows: run " + run);
      }
    }
  }

  private void nothingIsLost() {
    Map<String, Integer> jobs = new HashMap<>();
    told.values().stream()
        .filter(one -> one.attempt() == 1)
        .forEach(one -> jobs.merge(one.run(), 1, Integer::sum));
    acknowledged.forEach((run, shape) -> {
      int expected = shape.plan().jobs().size();
      int found = jobs.getOrDefault(run, 0);
      if (found != expected) {
        problems.add(
            "run %s was acknowledged, and has %d jobs of %d".formatted(run, found, expected));
      }
    });
  }

  /// No attempt starts twice, or without a committed start.
  private void everyStartIsTold() {
    Set<Key> started = new LinkedHashSet<>();
    for (Line line : ledger) {
      if (line.mark() == Mark.START) {
        ChaosDatabase.Attempt attempt = told.get(key(line));
        if (attempt == null || !attempt.hasStarted()) {
          problems.add("it started, and nobody knows: " + line);
        }
        if (!started.add(key(line))) {
          problems.add("it started twice: " + line);
        }
      }
    }
  }

  private static Key key(Line line) {
    return new Key(line.run(), line.job(), line.attempt());
  }

  private void everySuccessRanOnce() {
    Set<Line> lines = new LinkedHashSet<>(ledger);
    for (ChaosDatabase.Attempt one : told.values()) {
      if (one.state().equals("success")) {
        for (Mark mark : List.of(Mark.START, Mark.END)) {
          var line = new Line(mark, one.run(), one.job(), one.attempt(), one.completedBy());
          if (!lines.contains(line)) {
            problems.add("told to be a success, and the ledger has no " + line);
          }
        }
      }
    }
  }

  /// No two attempts of a job overlap, and no two runs of an exclusive shape.
  private void nothingRunsBesideItself() {
    Map<String, Line> running = new HashMap<>();
    for (Line line : ledger) {
      for (String alone : mustBeAlone(line)) {
        Line before = running.get(alone);
        if (line.mark() == Mark.START) {
          if (before != null) {
            problems.add("side by side: %s and %s".formatted(before, line));
          }
          running.put(alone, line);
        } else if (before != null && key(before).equals(key(line))) {
          running.remove(alone);
        }
      }
    }
  }

  private List<String> mustBeAlone(Line line) {
    List<String> names = new ArrayList<>(List.of(line.run() + "/" + line.job()));
    PlanShape shape = acknowledged.get(line.run());
    if (shape != null && shape.isAlone()) {
      names.add(shape.name());
    }
    return names;
  }
}

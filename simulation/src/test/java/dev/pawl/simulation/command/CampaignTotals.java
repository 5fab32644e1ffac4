package dev.pawl.simulation.command;

import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.world.SimulationResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Totals of many simulations, shared by the threads that simulate.
public final class CampaignTotals {

  private final long began = System.nanoTime();
  private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
  private final Coverage coverage = new Coverage();
  private final List<SimulationResult> violations = new ArrayList<>();
  private long runs;
  private long seeds;
  private long virtualMillis;
  private long unfinished;

  public synchronized void add(SimulationResult outcome) {
    seeds++;
    runs += outcome.runs();
    virtualMillis += outcome.virtualMillis();
    unfinished += outcome.isFinished() ? 0 : 1;
    outcome.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    coverage.add(outcome.coverage());
    if (outcome.violation().isPresent()) {
      violations.add(outcome);
    }
  }

  public synchronized long runs() {
    return runs;
  }

  public synchronized long seeds() {
    return seeds;
  }

  public synchronized Coverage coverage() {
    return coverage;
  }

  public synchronized List<SimulationResult> violations() {
    return List.copyOf(violations);
  }

  synchronized long runsPerSecond() {
    double seconds = (System.nanoTime() - began) / 1e9;
    return Math.round(runs / seconds);
  }

  /// The totals so far, for people.
  public synchronized String progress() {
    return String.format(
        Locale.ROOT,
        "%,d runs of %,d seeds, %,d a second, %,d transitions, %d violations",
        runs,
        seeds,
        runsPerSecond(),
        coverage.transitions(),
        violations.size());
  }

  /// All totals as JSON, for programs.
  synchronized String json() {
    String kinds =
        faults.entrySet().stream()
            .map(entry -> "\"%s\":%d".formatted(entry.getKey().word(), entry.getValue()))
            .collect(Collectors.joining(","));
    return String.format(
        Locale.ROOT,
        "{\"runs\":%d,\"runsPerSecond\":%d,\"transitions\":%d,\"faults\":{%s},"
            + "\"virtualHours\":%d,\"violations\":%d,\"seeds\":%d,\"unfinished\":%d}",
        runs,
        runsPerSecond(),
        coverage.transitions(),
        kinds,
        virtualMillis / 3_600_000,
        violations.size(),
        seeds,
        unfinished);
  }
}

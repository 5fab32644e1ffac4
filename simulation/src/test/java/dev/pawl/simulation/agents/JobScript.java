package dev.pawl.simulation.agents;

import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.WorkKind;
import java.util.List;

/// Random script of one execution of a job: how long its processes take and how they end.
///
/// It draws from a stream of its own, so the same job does the same whatever happens around it.
final class JobScript {

  /// Failure classes that agents report.
  private static final List<String> CLASSES =
      List.of("user", "test", "compile", "lint", "infra", "fetch", "oom", "flaky", "startup");

  private final RandomStream chance;
  private final Scenario scenario;
  private final int failing;
  private final boolean isStubborn;

  JobScript(RandomStream chance, Scenario scenario) {
    this.chance = chance;
    this.scenario = scenario;
    this.failing = chance.oneIn(3) ? 40 : 5;
    this.isStubborn = scenario.has(FaultKind.IGNORES_CANCEL) && chance.oneIn(3);
  }

  long stepMillis() {
    return chance.heavyTail(20, 120_000);
  }

  long hookMillis() {
    return chance.heavyTail(10, 60_000);
  }

  long uploadMillis() {
    return chance.oneIn(25) ? chance.between(560_000, 680_000) : chance.heavyTail(100, 60_000);
  }

  long groupMillis() {
    return chance.oneIn(15) ? chance.between(25_000, 60_000) : chance.heavyTail(50, 5_000);
  }

  long dyingMillis() {
    return chance.heavyTail(0, 25_000);
  }

  boolean stepFails() {
    return chance.percent(failing);
  }

  /// Whether the job fails instead of being cancelled when it is told to stop.
  boolean diesBadly() {
    return chance.oneIn(12);
  }

  boolean hookFails() {
    return scenario.has(WorkKind.FAILING_HOOKS) && chance.percent(15);
  }

  boolean groupFails() {
    return chance.oneIn(20);
  }

  /// Whether neither SIGTERM nor a timeout ends the job.
  boolean isStubborn() {
    return isStubborn;
  }

  boolean uploads() {
    return scenario.has(WorkKind.UPLOADS) && chance.percent(40);
  }

  boolean isLost() {
    return chance.oneIn(150);
  }

  String failureClass() {
    return chance.oneOf(CLASSES);
  }

  int exitCode() {
    return chance.oneIn(3) ? 70 : 1;
  }

  String commit() {
    return "%040x".formatted(chance.between(1, 1_000_000_000));
  }

  String group() {
    return "found-" + chance.below(3);
  }

  String output() {
    return switch (chance.below(5)) {
      case 0 -> "[]";
      case 1 -> "[1,2,3]";
      case 2 -> "no array";
      default -> "[\"a\",\"b\"]";
    };
  }
}

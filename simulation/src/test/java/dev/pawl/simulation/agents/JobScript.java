package dev.pawl.simulation.agents;

import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.WorkKind;
import java.util.List;

/// What happens in one execution of a job: how long its processes take, and how they end. Drawn
/// from a stream of its own, so that the same job does the same whatever happens around it.
final class JobScript {

  /// How a job fails, and what class its agent gives it.
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

  /// Whether it says, when it is told to stop, that it failed.
  boolean diesBadly() {
    return chance.oneIn(12);
  }

  boolean hookFails() {
    return scenario.has(WorkKind.FAILING_HOOKS) && chance.percent(15);
  }

  boolean groupFails() {
    return chance.oneIn(20);
  }

  /// Whether SIGTERM does not end it, and nor does a time-out.
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

package dev.pawl.simulation.world;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.scenario.Scenario;
import java.util.EnumMap;
import java.util.Map;

/// Whether something goes wrong now, and a count of what did.
public final class FaultInjector {

  private final Scenario scenario;
  private final ReferenceState shadow;
  private final Coverage coverage;
  private final Trace trace;
  private final Map<FaultKind, Long> fired = new EnumMap<>(FaultKind.class);
  private boolean isOver;
  private int number;

  FaultInjector(Scenario scenario, ReferenceState shadow, Coverage coverage, Trace trace) {
    this.scenario = scenario;
    this.shadow = shadow;
    this.coverage = coverage;
    this.trace = trace;
  }

  /// Whether it may happen at all now; asked before any chance is taken for it.
  public boolean mayHappen(FaultKind fault) {
    return !isOver && scenario.has(fault);
  }

  /// It is about to happen. False if it was left out, to find out what matters.
  public boolean fires(FaultKind fault) {
    if (!mayHappen(fault) || scenario.muted().contains(number++)) {
      return false;
    }
    fired.merge(fault, 1L, Long::sum);
    trace.say("fault %d: %s", number - 1, fault.word());
    for (Run run : shadow.open().values()) {
      for (AttemptState state : AttemptState.values()) {
        if (run.jobCounts().inStates(state) > 0) {
          coverage.fired(fault, state);
        }
      }
    }
    return true;
  }

  /// Nothing goes wrong from now on.
  void end() {
    isOver = true;
  }

  boolean areOver() {
    return isOver;
  }

  /// How many there were that could have been left out.
  int count() {
    return number;
  }

  Map<FaultKind, Long> fired() {
    return fired;
  }
}

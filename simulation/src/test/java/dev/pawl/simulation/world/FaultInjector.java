package dev.pawl.simulation.world;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.scenario.Scenario;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Decides whether a fault happens now, and counts the faults that did.
public final class FaultInjector {

  private static final List<AttemptState> STATES = List.of(AttemptState.values());

  private final Scenario scenario;
  private final ReferenceState reference;
  private final Coverage coverage;
  private final Trace trace;
  private final Map<FaultKind, Long> fired = new EnumMap<>(FaultKind.class);
  private boolean isOver;
  private int number;

  FaultInjector(Scenario scenario, ReferenceState reference, Coverage coverage, Trace trace) {
    this.scenario = scenario;
    this.reference = reference;
    this.coverage = coverage;
    this.trace = trace;
  }

  /// Whether the scenario allows the fault now; asked before a random choice is drawn for it.
  public boolean mayHappen(FaultKind fault) {
    return !isOver && scenario.has(fault);
  }

  /// Counts a fault that is about to happen; false if the shrinker has left it out.
  public boolean fires(FaultKind fault) {
    if (!mayHappen(fault) || scenario.muted().contains(number++)) {
      return false;
    }
    fired.merge(fault, 1L, Long::sum);
    trace.say("fault %d: %s", number - 1, fault.word());
    for (Run run : reference.open().values()) {
      for (AttemptState state : STATES) {
        if (run.jobCounts().inStates(state) > 0) {
          coverage.fired(fault, state);
        }
      }
    }
    return true;
  }

  /// Ends all faults.
  void end() {
    isOver = true;
  }

  boolean areOver() {
    return isOver;
  }

  /// The number of faults that the shrinker could leave out.
  int count() {
    return number;
  }

  Map<FaultKind, Long> fired() {
    return fired;
  }
}

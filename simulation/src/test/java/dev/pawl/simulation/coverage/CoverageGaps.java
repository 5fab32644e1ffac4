package dev.pawl.simulation.coverage;

import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.simulation.monitor.TransitionRows;
import dev.pawl.simulation.scenario.FaultKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds what a campaign should have reached and did not.
public final class CoverageGaps {

  /// The one row that no decision takes: the loop never shows a run before it is planned.
  private static final String BEYOND_THE_LOOP = "run: created CANCEL to cancelled";

  /// Every gap, in words.
  public static List<String> in(Coverage coverage) {
    List<String> gaps = new ArrayList<>(untakenRows(coverage));
    gaps.addAll(unmetFaults(coverage));
    gaps.addAll(unasked(coverage));
    gaps.addAll(unmetHomecomings(coverage));
    return gaps;
  }

  private static List<String> untakenRows(Coverage coverage) {
    return TransitionRows.all().stream()
        .filter(row -> coverage.taken(row) == 0)
        .filter(row -> !row.toString().equals(BEYOND_THE_LOOP))
        .map(row -> "never taken: " + row)
        .toList();
  }

  private static List<String> unmetFaults(Coverage coverage) {
    List<String> gaps = new ArrayList<>();
    for (FaultKind fault : FaultKind.values()) {
      for (AttemptState state : AttemptState.values()) {
        if (!AttemptMachine.MACHINE.isTerminal(state) && coverage.fires(fault, state) == 0) {
          gaps.add("%s never found an attempt %s".formatted(fault.word(), Machine.wireName(state)));
        }
      }
    }
    return gaps;
  }

  private static List<String> unmetHomecomings(Coverage coverage) {
    return Arrays.stream(AgentRestartCase.values())
        .filter(how -> coverage.homecomings(how) == 0)
        .map(how -> "it never happened that " + how.words())
        .toList();
  }

  /// States in which invalid commands were never tried. No commit shows a run before it is planned,
  /// or between a failed plan and the failed run.
  private static List<String> unasked(Coverage coverage) {
    List<String> gaps = new ArrayList<>();
    for (RunState state : RunState.values()) {
      boolean isShown = state != RunState.CREATED && state != RunState.PLAN_FAILED;
      if (isShown && !coverage.wasAsked(state)) {
        gaps.add("nothing was asked of a run " + Machine.wireName(state));
      }
    }
    for (AttemptState state : AttemptState.values()) {
      if (!coverage.wasAsked(state)) {
        gaps.add("nothing was asked of an attempt " + Machine.wireName(state));
      }
    }
    return gaps;
  }

  private CoverageGaps() {}
}

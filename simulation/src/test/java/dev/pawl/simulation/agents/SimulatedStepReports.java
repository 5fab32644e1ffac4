package dev.pawl.simulation.agents;

import dev.pawl.agent.session.JobReport;
import dev.pawl.core.step.StepType;
import java.util.LinkedHashMap;
import java.util.Map;

/// Step reports of one execution. It remembers which steps are open.
final class SimulatedStepReports {

  private final SimulatedAgent agent;
  private final String leaseId;
  private final Map<Integer, String> states = new LinkedHashMap<>();
  private int nextHook;
  private String code = "user";

  SimulatedStepReports(SimulatedAgent agent, String leaseId, int steps) {
    this.agent = agent;
    this.leaseId = leaseId;
    this.nextHook = steps;
  }

  void step(int index, String state, int tries, int exitCode, String endedBy, String message) {
    say(index, StepType.STEP, state, tries, exitCode, endedBy, message);
  }

  /// Reports a failure with its failure class.
  void fails(int index, int tries, int exitCode, String endedBy, String why) {
    code = why;
    say(index, StepType.STEP, "failed", tries, exitCode, endedBy, "it failed: " + why);
    code = "user";
  }

  private void say(
      int index,
      StepType type,
      String state,
      int tries,
      int exitCode,
      String endedBy,
      String message) {
    states.put(index, state);
    boolean hasEnded = !endedBy.equals("nobody");
    agent.report(
        leaseId,
        new JobReport.StepStateChanged(
            index,
            type.wireName() + " " + index,
            type.wireName(),
            state,
            hasEnded ? exitCode : null,
            null,
            endedBy,
            tries,
            Map.of(),
            message,
            state.equals("failed") ? code : null,
            0));
  }

  /// Reports that a hook runs, and returns its index: the next in the order of execution.
  int hookRuns(StepType type) {
    int index = nextHook++;
    say(index, type, "running", 1, 0, "nobody", "");
    return index;
  }

  void hookEnds(int index, StepType type, boolean went) {
    say(index, type, went ? "success" : "failed", 1, went ? 0 : 1, "process", "");
  }

  /// Reports the steps that run or would be retried as cancelled.
  void cancelOpenSteps() {
    for (var entry : new LinkedHashMap<>(states).entrySet()) {
      if (entry.getValue().equals("retrying") || entry.getValue().equals("running")) {
        say(entry.getKey(), StepType.STEP, "cancelled", 1, 143, "killed", "");
      }
    }
  }
}

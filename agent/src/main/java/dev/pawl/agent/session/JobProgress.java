package dev.pawl.agent.session;

import dev.pawl.agent.session.JobReport.StepStateChanged;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.protocol.AgentMessage.Progress;
import dev.pawl.protocol.LogFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How far a job is, as its heartbeats tell people. Nothing is decided by it.
final class JobProgress {

  private static final int ALL = 100;

  /// What the job's steps are called. Its hooks have the indices after them.
  private final List<String> steps;

  /// How much of each step's log is durable. Only steps that have begun are in it.
  private final Map<Integer, Long> durable = new HashMap<>();

  private int over;
  private int highest = -1;
  private @Nullable Progress latest;

  JobProgress(List<String> steps) {
    this.steps = steps;
  }

  void stepChanged(StepStateChanged step) {
    int index = step.stepIndex();
    boolean isRegular = index < steps.size();
    if (isRegular && isOver(step.state())) {
      over++;
    }
    highest = Math.max(highest, index);
    int percent = steps.isEmpty() ? ALL : Math.min(ALL, over * ALL / steps.size());
    boolean isAsDispatched = isRegular && step.stepName().isEmpty();
    latest = new Progress(index, percent, isAsDispatched ? steps.get(index) : step.stepName());
  }

  private static boolean isOver(String state) {
    return StepMachine.MACHINE.isTerminal(Machine.ofWireName(StepState.class, state));
  }

  void logged(int step, long offset) {
    if (step >= 0 && step <= highest && step < LogFrame.MAX_STEPS) {
      durable.merge(step, offset, Math::max);
    }
  }

  @Nullable Progress progress() {
    return latest;
  }

  long logBytes() {
    return durable.values().stream().mapToLong(Long::longValue).sum();
  }

  SessionSize size() {
    return new SessionSize("JobProgress.durable", durable.size(), LogFrame.MAX_STEPS);
  }
}

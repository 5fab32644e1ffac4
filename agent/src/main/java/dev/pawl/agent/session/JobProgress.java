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

/// The progress of a job, which heartbeats show to users. Nothing is decided by it.
final class JobProgress {

  private static final int PERCENT = 100;

  /// The names of the job's steps. Hooks have the indices after them.
  private final List<String> steps;

  /// The durable bytes of each step's log, of steps that have started.
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
    int percent = steps.isEmpty() ? PERCENT : Math.min(PERCENT, over * PERCENT / steps.size());
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

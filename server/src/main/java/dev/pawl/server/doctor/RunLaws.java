package dev.pawl.server.doctor;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import java.util.ArrayList;
import java.util.List;

/// What must be so of a run by itself, whatever its rows say: those of the invariants that can be
/// seen in one state.
final class RunLaws {

  static List<String> brokenBy(Run run) {
    List<String> broken = new ArrayList<>();
    boolean areJobsOver = true;
    for (Job job : run.jobs()) {
      areJobsOver &= job.isOver();
      if (job.attempt() instanceof Attempt.Ended ended && hasOpenStep(ended)) {
        broken.add("attempt %s is over, and a step of it is not".formatted(name(job)));
      }
    }
    if (run.isOver() && !areJobsOver) {
      broken.add("it is over, and a job of it is not");
    }
    if (!run.isOver() && run.jobs().size() > 0 && areJobsOver) {
      broken.add("all its jobs are over, and it is not");
    }
    return broken;
  }

  private static boolean hasOpenStep(Attempt.Ended attempt) {
    return attempt.steps().stream()
        .map(Step::state)
        .anyMatch(state -> !StepMachine.MACHINE.isTerminal(state));
  }

  static String name(Job job) {
    return job.planned().id() + "/" + job.attempt().number();
  }

  private RunLaws() {}
}

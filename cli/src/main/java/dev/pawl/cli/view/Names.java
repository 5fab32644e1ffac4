package dev.pawl.cli.view;

import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.run.Job;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepType;
import java.util.List;

/// What people call jobs and steps.
final class Names {

  /// The job, with the number of its attempt from the second on.
  static String of(Job job) {
    return of(job, job.attempt().number());
  }

  static String of(Job job, int attempt) {
    String name = job.planned().name();
    return attempt == 1 ? name : name + " (attempt " + attempt + ")";
  }

  static String of(Job job, Step step) {
    return of(job, step.index(), step.type());
  }

  /// A hook is in no plan; it is called what it is.
  static String of(Job job, int step, StepType type) {
    List<PlannedStep> planned = job.planned().steps();
    return type.isHook() || step >= planned.size()
        ? type.word() + " hook"
        : planned.get(step).name();
  }

  private Names() {}
}

package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;

/// Checks that terminal states never change, and that runs and attempts end together with their
/// parts.
final class TerminalInvariants implements InvariantCheck {

  private final ViolationRecorder violations;

  TerminalInvariants(ViolationRecorder violations) {
    this.violations = violations;
  }

  @Override
  public void line(ObservedTransition line) {
    if (line.cause() instanceof DomainEvent.AttemptCreated(var ref, _)
        && !line.before().job(ref.job()).isOver()) {
      violations.violated(
          Invariant.TERMINAL_STAYS, "another attempt before the last was over, " + line);
    }
  }

  @Override
  public void change(ObservedChange seen) {
    Run before = seen.before();
    Run after = seen.after();
    boolean isMoved =
        seen.change().revisions().getFirst().transitions().stream()
            .anyMatch(line -> !(line.cause() instanceof DomainEvent.PlaceChanged));
    if (before.isOver() && isMoved) {
      violations.violated(Invariant.TERMINAL_STAYS, "run " + after.id() + " was over, and moved");
    }
    boolean isOver = after.isOver();
    int open = 0;
    for (Job job : after.jobs()) {
      open += job.isOver() ? 0 : 1;
      if (job.index() < before.jobs().size()) {
        staysOver(after, before.job(job.index()), job);
      }
      if (job.attempt() instanceof Attempt.Ended ended) {
        endsWithItsSteps(after, job, ended);
      }
    }
    if (after.jobs().size() > 0 && isOver != (open == 0)) {
      violations.violated(
          Invariant.ENDS_WITH_ITS_PARTS,
          "run %s is %s with %d open jobs".formatted(after.id(), after.state(), open));
    }
  }

  private void staysOver(Run run, Job before, Job after) {
    if (before.isOver()
        && before.attempt().number() == after.attempt().number()
        && !before.attempt().equals(after.attempt())) {
      violations.violated(
          Invariant.TERMINAL_STAYS,
          "attempt %s of run %s was over, and changed".formatted(after.ref(), run.id()));
    }
  }

  private void endsWithItsSteps(Run run, Job job, Attempt.Ended ended) {
    dev.pawl.core.plan.JobBody planned = job.planned().body();
    for (Step step : ended.steps()) {
      if (!StepMachine.MACHINE.isTerminal(step.state())) {
        broken(run, job, "ended over step %d, which is %s", step);
      }
      if (ended.state() == AttemptState.SUCCESS && !isFine(step, planned)) {
        broken(run, job, "succeeded over step %d, which is %s", step);
      }
    }
  }

  private static boolean isFine(Step step, dev.pawl.core.plan.JobBody planned) {
    if (step.state() == StepState.SUCCESS || step.state() == StepState.SKIPPED) {
      return true;
    }
    if (step.type().isHook()) {
      return step.state() != StepState.FAILED;
    }
    return step.state() == StepState.FAILED && planned.mayFail(step.index());
  }

  private void broken(Run run, Job job, String how, Step step) {
    violations.violated(
        Invariant.ENDS_WITH_ITS_PARTS,
        "attempt %s of run %s %s"
            .formatted(job.ref(), run.id(), how.formatted(step.index(), step.state())));
  }
}

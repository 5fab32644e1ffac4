package dev.pawl.server.doctor;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What must be so of a run by itself, whatever its rows say: those of the invariants that can be
/// seen in one state.
final class RunStateCheck {

  static List<String> violations(Run run) {
    List<String> broken = new ArrayList<>();
    boolean areJobsOver = true;
    for (Job job : run.jobs()) {
      areJobsOver &= job.isOver();
      if (job.attempt() instanceof Attempt.WithAgent && !isLetThrough(run, job)) {
        broken.add(
            "attempt %s has a lease, and not the approvals that it needs".formatted(name(job)));
      }
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
    if (run.isOver()
        && run.jobs().size() > 0
        && areJobsOver
        && !resultsOf(run).contains(run.state())) {
      broken.add("it is %s, and its jobs say otherwise".formatted(Machine.wireName(run.state())));
    }
    return broken;
  }

  /// No lease behind a hold without enough distinct approvals, none of them who started the run.
  private static boolean isLetThrough(Run run, Job job) {
    return isAgreed(run, run.plan().policy().hold(), run.progress().approvals())
        && isAgreed(run, job.planned().policy().approval(), job.protection().approvals());
  }

  private static boolean isAgreed(Run run, Optional<Approval> wanted, List<String> approvals) {
    if (wanted.isEmpty()) {
      return true;
    }
    boolean isBySelf = approvals.contains(run.origin().startedBy().name());
    return new LinkedHashSet<>(approvals).size() >= wanted.get().required()
        && (wanted.get().selfAllowed() || !isBySelf);
  }

  /// What a run may have come to whose jobs came to this: one result, unless it was cancelled, when
  /// it counts as well how far it had come by then.
  private static Set<RunState> resultsOf(Run run) {
    if (run.cancel().isPresent()) {
      return run.cancel().get().cause().code() == ReasonCode.TIMEOUT
          ? EnumSet.of(RunState.TIMED_OUT)
          : EnumSet.of(RunState.CANCELLED, RunState.FAILED);
    }
    boolean anyFailed = false;
    boolean anyCancelled = false;
    for (Job job : run.jobs()) {
      boolean isCancelled = job.result() == AttemptState.CANCELLED;
      anyFailed |= job.result().isFailure() || (isCancelled && job.planned().isHooks());
      anyCancelled |=
          isCancelled && job.planned().isRequired() && job.resultReason() != ReasonCode.FAIL_FAST;
    }
    if (anyFailed) {
      return EnumSet.of(RunState.FAILED);
    }
    return EnumSet.of(anyCancelled ? RunState.CANCELLED : RunState.SUCCESS);
  }

  private static boolean hasOpenStep(Attempt.Ended attempt) {
    return attempt.steps().stream()
        .map(Step::state)
        .anyMatch(state -> !StepMachine.MACHINE.isTerminal(state));
  }

  static String name(Job job) {
    return job.planned().id() + "/" + job.attempt().number();
  }

  private RunStateCheck() {}
}

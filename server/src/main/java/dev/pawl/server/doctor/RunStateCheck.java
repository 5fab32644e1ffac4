package dev.pawl.server.doctor;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.GivenApprovals;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks the invariants of a run that one state shows, whatever its rows say.
final class RunStateCheck {

  static List<String> violations(Run run) {
    List<String> broken = new ArrayList<>();
    boolean areJobsOver = true;
    for (Job job : run.jobs()) {
      areJobsOver &= job.isOver();
      if (job.attempt() instanceof Attempt.WithAgent && !isApproved(run, job)) {
        broken.add("attempt '%s' has a lease without the required approvals".formatted(name(job)));
      }
      if (job.attempt() instanceof Attempt.Ended ended && hasOpenStep(ended)) {
        broken.add("attempt '%s' has ended, but a step of it is open".formatted(name(job)));
      }
    }
    if (run.isOver() && !areJobsOver) {
      broken.add("it has ended, but a job of it is open");
    }
    if (!run.isOver() && run.jobs().size() > 0 && areJobsOver) {
      broken.add("all its jobs have ended, but it is open");
    }
    if (run.isOver()
        && run.jobs().size() > 0
        && areJobsOver
        && !resultsOf(run).contains(run.state())) {
      broken.add(
          "it is %s, which does not follow from its jobs".formatted(Machine.wireName(run.state())));
    }
    return broken;
  }

  /// Whether the job has enough distinct approvals, none of them by the person who started the run.
  private static boolean isApproved(Run run, Job job) {
    return hasApprovals(run, run.plan().policy().hold(), run.progress().approvals())
        && hasApprovals(run, job.planned().policy().approval(), job.protection().approvals());
  }

  private static boolean hasApprovals(
      Run run, Optional<Approval> wanted, GivenApprovals approvals) {
    if (wanted.isEmpty() || approvals.isByOwner()) {
      return true;
    }
    boolean isBySelf = approvals.reviewers().contains(run.origin().startedBy().name());
    return new LinkedHashSet<>(approvals.reviewers()).size() >= wanted.get().required()
        && (wanted.get().selfAllowed() || !isBySelf);
  }

  /// The results that follow from those of the jobs: one, except of a cancelled run, whose result
  /// also depends on how far it was when it was cancelled.
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

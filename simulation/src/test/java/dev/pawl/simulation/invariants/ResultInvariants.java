package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepType;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Instant;

/// Checks that a run's result follows from its jobs' results. It computes the result again, from
/// the text of the design.
final class ResultInvariants implements InvariantCheck {

  private final ViolationRecorder violations;

  ResultInvariants(ViolationRecorder violations) {
    this.violations = violations;
  }

  @Override
  public void change(ObservedChange seen) {
    Run run = seen.after();
    if (!run.isOver() || seen.before().isOver() || run.jobs().size() == 0) {
      return;
    }
    hadItsHooks(run);
    if (run.cancel().isPresent() && isCancelResult(seen)) {
      return;
    }
    Run before = seen.before();
    Instant cancelledAt = before.state() == RunState.CANCELLING ? before.since() : run.since();
    RunState expected = result(run, cancelledAt);
    if (run.state() != expected) {
      violations.violated(
          Invariant.RESULT_IS_A_FUNCTION,
          "run %s is %s, its jobs say %s".formatted(run.id(), run.state(), expected));
    }
  }

  /// Checks that the clean-up hooks ran as a last job, unless nothing ever ran or the cancel was
  /// forced.
  private void hadItsHooks(Run run) {
    boolean isForced = run.cancel().map(Run.Cancel::isForced).orElse(false);
    boolean isOwed =
        run.progress().hasRun()
            && !isForced
            && run.plan().policy().hooks().stream()
                .anyMatch(hook -> hook.type() == StepType.CLEANUP);
    if (isOwed && run.job(PlannedJob.HOOKS).isEmpty()) {
      violations.violated(
          Invariant.ENDS_WITH_ITS_PARTS, "run %s ended without its hooks".formatted(run.id()));
    }
  }

  /// A run that was cancelled while nothing had to be waited for is cancelled, whatever its jobs
  /// did before.
  private static boolean isCancelResult(ObservedChange seen) {
    return seen.before().state() != RunState.CANCELLING
        && seen.after().state() == RunState.CANCELLED
        && seen.after().cancelCause().map(Reason::code).orElseThrow() != ReasonCode.TIMEOUT;
  }

  private static RunState result(Run run, Instant cancelledAt) {
    if (run.cancel().isPresent()) {
      return ofCancelled(run, run.cancel().get(), cancelledAt);
    }
    boolean anyFailed = false;
    boolean anyCancelled = false;
    for (Job job : run.jobs()) {
      if (job.planned().policy().continueOnError()) {
        continue;
      }
      AttemptState result = result(job);
      boolean areHooksTakenAway = job.planned().isHooks() && result == AttemptState.CANCELLED;
      anyFailed |= isFailure(result) || areHooksTakenAway;
      anyCancelled |=
          result == AttemptState.CANCELLED
              && job.attempt() instanceof Attempt.Ended ended
              && ended.resultReason() != ReasonCode.FAIL_FAST;
    }
    if (anyFailed) {
      return RunState.FAILED;
    }
    return anyCancelled ? RunState.CANCELLED : RunState.SUCCESS;
  }

  private static RunState ofCancelled(Run run, Run.Cancel cancel, Instant cancelledAt) {
    if (cancel.cause().code() == ReasonCode.TIMEOUT) {
      return RunState.TIMED_OUT;
    }
    return !cancel.isForced() && hookFailed(run, cancelledAt)
        ? RunState.FAILED
        : RunState.CANCELLED;
  }

  /// Whether a hook failed since the cancel.
  private static boolean hookFailed(Run run, Instant cancelledAt) {
    for (Job job : run.jobs()) {
      boolean isOfHooks =
          job.planned().isHooks() || job.attempt().reason().code() == ReasonCode.HOOK;
      boolean isMeanwhile = !job.attempt().since().isBefore(cancelledAt);
      if (isOfHooks && isMeanwhile && isFailure(job.attempt().state())) {
        return true;
      }
    }
    return false;
  }

  private static AttemptState result(Job job) {
    return job.attempt() instanceof Attempt.Ended ended ? ended.result() : job.attempt().state();
  }

  private static boolean isFailure(AttemptState state) {
    return state == AttemptState.FAILED
        || state == AttemptState.TIMED_OUT
        || state == AttemptState.LOST;
  }
}

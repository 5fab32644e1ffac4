package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Command.CompleteAttempt;
import dev.pawl.core.engine.Event.AttemptCompleted;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.group.Member;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Owner;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.Tally;

/// What follows when an attempt ends: its steps end with it, it leaves its group, there may be
/// another attempt; if not, the jobs that need it become ready or are skipped, and the run ends
/// with its last job.
final class Settling {

  private static final Reason NOTHING_LEFT =
      Reason.of(ReasonCode.USER, "all its jobs were cancelled before it began");

  static void end(Draft draft, AttemptRef ref, AttemptEvent row, Reason reason) {
    endAs(draft, draft.actor(), ref, row, reason);
  }

  /// On somebody else's word than that of who asked.
  static void endAs(Draft draft, Actor by, AttemptRef ref, AttemptEvent row, Reason reason) {
    boolean wasCancelled = isCancelling(draft, ref);
    endSteps(draft, ref, row);
    draft.takeAs(by, new AttemptMoved(ref, row, reason));
    Grouping.leave(draft, ref.job());
    retryOrFollow(draft, ref, wasCancelled);
  }

  /// With what the agent left.
  static void complete(Draft draft, CompleteAttempt complete, AttemptEvent row, Reason reason) {
    AttemptRef ref = complete.lease().attempt();
    boolean wasCancelled = isCancelling(draft, ref);
    endSteps(draft, ref, row);
    draft.take(new AttemptCompleted(ref, row, complete.outputs(), complete.evidence(), reason));
    Grouping.leave(draft, ref.job());
    retryOrFollow(draft, ref, wasCancelled);
  }

  /// Ends an attempt from which nothing follows but the run's own end, which the caller sees to.
  static void endAlone(Draft draft, AttemptRef ref, AttemptEvent row, Reason reason) {
    endSteps(draft, ref, row);
    draft.take(new AttemptMoved(ref, row, reason));
    Grouping.leave(draft, ref.job());
  }

  private static void endSteps(Draft draft, AttemptRef ref, AttemptEvent row) {
    if (draft.attempt(ref.job()) instanceof Attempt.WithAgent held) {
      boolean agentSaysFailed = draft.actor().kind() == Owner.AGENT && row != AttemptEvent.COMPLETE;
      Stepping.endAll(draft, held, new EndOfSteps(ref, agentSaysFailed));
    }
  }

  private static boolean isCancelling(Draft draft, AttemptRef ref) {
    Attempt attempt = draft.attempt(ref.job());
    return attempt.state() == AttemptState.CANCELLING || CancellingOne.isCutOff(attempt);
  }

  /// What was cancelled is not tried again, also if one of its hooks made it fail.
  private static void retryOrFollow(Draft draft, AttemptRef ref, boolean wasCancelled) {
    if (wasCancelled || !Retrying.again(draft, ref)) {
      failFast(draft, ref.job());
      follow(draft, ref.job());
    }
  }

  /// A job is over for good: what depends on it is evaluated, and the run may be over.
  static void follow(Draft draft, int job) {
    Readiness.settleDependents(draft, job);
    endRunIfAllIsOver(draft);
  }

  /// A cell that failed takes the others of its matrix with it.
  private static void failFast(Draft draft, int index) {
    Job failed = draft.job(index);
    boolean isAsked = failed.planned().policy().matrix().map(Matrix::failFast).orElse(false);
    boolean didFail = failed.attempt().state().isFailure() && failed.planned().isRequired();
    if (!isAsked || !didFail || draft.run().cancel().isPresent()) {
      return;
    }
    var reason = Reason.of(ReasonCode.FAIL_FAST, failed.planned().id() + " failed");
    for (int cell : draft.run().graph().cellsBeside(failed)) {
      if (!draft.job(cell).isOver()) {
        CancellingOne.stop(draft, cell, reason);
      }
    }
  }

  static void endRunIfAllIsOver(Draft draft) {
    Run run = draft.run();
    if (run.isOver() || run.tally().open() > 0 || run.jobs().size() == 0) {
      return;
    }
    if (RunHooks.areOwed(run)) {
      RunHooks.add(draft);
      return;
    }
    boolean neverBegan = run.state() == RunState.HELD || run.state() == RunState.WAITING;
    RunResult result =
        neverBegan ? new RunResult(RunEvent.CANCEL, NOTHING_LEFT) : RunResult.of(run);
    if (!RunMachine.MACHINE.canTransition(run.state(), result.event())) {
      // A run that ends without a lease was never started: it takes START and its end in one
      // commit.
      draft.take(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    draft.take(new RunMoved(result.event(), result.reason()));
    wasOver(draft);
  }

  /// The run is over: it is in no group, and may be done again.
  static void wasOver(Draft draft) {
    Grouping.leave(draft, Member.WHOLE_RUN);
    Retrying.runAgain(draft);
  }

  /// A run is `recovering` while some attempt recovers and none moves.
  static void followRecovery(Draft draft) {
    Run run = draft.run();
    Tally tally = run.tally();
    int recovering = tally.in(AttemptState.RECOVERING);
    boolean noneMoves = recovering > 0 && tally.out() == recovering;
    if (run.state() == RunState.RUNNING && noneMoves) {
      draft.take(
          new RunMoved(
              RunEvent.RECOVER,
              Reason.of(ReasonCode.AGENT_RECONNECT, "its agents cannot be reached")));
    } else if (run.state() == RunState.RECOVERING && !noneMoves) {
      draft.take(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
  }

  private Settling() {}
}

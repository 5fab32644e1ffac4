package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Owner;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// What follows when an attempt ends: its steps end with it, the jobs that need it become ready or
/// are skipped, and the run ends with its last job.
final class Settling {

  static void end(Draft draft, AttemptRef ref, AttemptEvent row, Reason reason) {
    endSteps(draft, ref, row);
    draft.take(new AttemptMoved(ref, row, reason));
    settleDependents(draft, ref.job());
    endRunIfAllIsOver(draft);
  }

  /// Ends an attempt of a run that is being cancelled: nothing follows from it but the run's own
  /// end, which the caller sees to.
  static void endAlone(Draft draft, AttemptRef ref, AttemptEvent row, Reason reason) {
    endSteps(draft, ref, row);
    draft.take(new AttemptMoved(ref, row, reason));
  }

  /// The commit that ends an attempt ends its steps too: as failed where the agent said so of the
  /// attempt, as cancelled where somebody else ended it.
  private static void endSteps(Draft draft, AttemptRef ref, AttemptEvent row) {
    if (!(draft.attempt(ref.job()) instanceof Attempt.WithAgent held)) {
      return;
    }
    boolean agentSaysFailed = draft.actor().kind() == Owner.AGENT && row != AttemptEvent.COMPLETE;
    for (Step step : held.steps()) {
      if (StepMachine.MACHINE.isTerminal(step.state())) {
        continue;
      }
      StepEvent stepRow =
          switch (step.state()) {
            case CANCELLING -> StepEvent.CANCEL_FORCE;
            case RUNNING, RETRYING -> agentSaysFailed ? StepEvent.FAIL : StepEvent.CANCEL;
            case PENDING, SKIPPED, CANCELLED, SUCCESS, FAILED -> StepEvent.CANCEL;
          };
      var reason = Reason.of(ReasonCode.UPSTREAM, "its attempt ended");
      draft.take(new StepMoved(ref, step.index(), stepRow, StepEnd.NEVER_RAN, reason));
    }
  }

  /// Works off a list rather than calling itself: a chain may be ten thousand jobs long.
  private static void settleDependents(Draft draft, int ended) {
    Deque<Integer> open = new ArrayDeque<>(List.of(ended));
    while (!open.isEmpty()) {
      for (int dependent : draft.run().dependents().get(open.pop())) {
        Job job = draft.run().job(dependent);
        boolean isDue = job.unmetNeeds() == 0 && job.attempt().state() == AttemptState.PENDING;
        if (isDue && !ready(draft, dependent)) {
          open.add(dependent);
        }
      }
    }
  }

  /// All needs of the job are over: it is queued if they went well, and skipped if not. Says
  /// whether it was queued.
  static boolean ready(Draft draft, int index) {
    Run run = draft.run();
    AttemptRef ref = run.job(index).ref();
    for (int need : run.plan().job(index).needs()) {
      Attempt needed = run.job(need).attempt();
      if (needed.state() != AttemptState.SUCCESS) {
        draft.take(new AttemptMoved(ref, AttemptEvent.SKIP, unmet(run.plan().job(need), needed)));
        return false;
      }
    }
    draft.take(new AttemptMoved(ref, AttemptEvent.ENQUEUE, Reason.PROGRESS));
    return true;
  }

  private static Reason unmet(PlannedJob need, Attempt attempt) {
    return Reason.of(
        ReasonCode.UPSTREAM,
        "needs %s, which is %s".formatted(need.id(), Machine.wireName(attempt.state())));
  }

  static void endRunIfAllIsOver(Draft draft) {
    Run run = draft.run();
    if (run.isOver() || run.tally().open() > 0) {
      return;
    }
    RunResult result = RunResult.of(run);
    if (!RunMachine.MACHINE.canTransition(run.state(), result.event())) {
      // A run that ends without a lease was never started: it takes START and its end in one
      // commit.
      draft.take(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    draft.take(new RunMoved(result.event(), result.reason()));
  }

  private Settling() {}
}

package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.WRONG_STATE;

import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.RunPlanned;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;

/// From trigger to plan.
final class Planning {

  static Decision start(Draft draft) {
    if (draft.run().state() != RunState.CREATED) {
      return notPlanning(draft.run());
    }
    draft.take(new RunMoved(RunEvent.PLAN, Reason.PROGRESS));
    return draft.accepted();
  }

  static Decision finish(Draft draft, Plan plan) {
    if (draft.run().state() != RunState.PLANNING) {
      return notPlanning(draft.run());
    }
    if (plan.jobs().isEmpty()) {
      draft.take(
          new RunMoved(RunEvent.SKIP, Reason.of(ReasonCode.FILTER, "there is nothing to run")));
      return draft.accepted();
    }
    draft.take(new RunPlanned(plan, Reason.PROGRESS));
    for (Job job : draft.run().jobs()) {
      if (job.unmetNeeds() == 0) {
        Settling.ready(draft, job.index());
      }
    }
    return draft.accepted();
  }

  static Decision fail(Draft draft, String diagnostics) {
    if (draft.run().state() != RunState.PLANNING) {
      return notPlanning(draft.run());
    }
    abandon(draft, Reason.of(ReasonCode.USER, diagnostics));
    return draft.accepted();
  }

  /// No plan will come of it: the run fails, from wherever before the plan it is.
  static void abandon(Draft draft, Reason reason) {
    if (draft.run().state() == RunState.CREATED) {
      draft.take(new RunMoved(RunEvent.PLAN, reason));
    }
    draft.take(new RunMoved(RunEvent.PLAN_FAIL, reason));
    draft.take(new RunMoved(RunEvent.FAIL, reason));
  }

  private static Decision notPlanning(Run run) {
    return Engine.refuse(WRONG_STATE, "the run is " + Machine.wireName(run.state()));
  }

  private Planning() {}
}

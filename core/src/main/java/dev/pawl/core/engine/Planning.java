package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.WRONG_STATE;

import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.Intervened;
import dev.pawl.core.engine.Event.PlanningTried;
import dev.pawl.core.engine.Event.ResultKept;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.RunPlanned;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Kept;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.Skips;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// From trigger to plan.
final class Planning {

  static Decision start(Draft draft, Actor by, String why) {
    if (draft.run().state() != RunState.CREATED) {
      return notPlanning(draft.run());
    }
    if (!why.isEmpty()) {
      draft.takeAs(by, new Intervened(Reason.of(ReasonCode.USER, why)));
    }
    draft.take(new RunMoved(RunEvent.PLAN, Reason.PROGRESS));
    draft.tell(new Effect.ReadWorkflow(1));
    return draft.accepted();
  }

  static Decision finish(Draft draft, Plan plan, List<Kept> kept, Skips skips) {
    if (draft.run().state() != RunState.PLANNING) {
      return notPlanning(draft.run());
    }
    if (plan.jobs().isEmpty()) {
      draft.take(
          new RunMoved(RunEvent.SKIP, Reason.of(ReasonCode.FILTER, "there is nothing to run")));
      return draft.accepted();
    }
    boolean isAllKnown = kept.size() + skips.jobs().size() == plan.jobs().size();
    draft.take(isAllKnown ? nothingToWaitFor(plan) : planned(draft, plan));
    kept.forEach(result -> keep(draft, result));
    skips.jobs().forEach(job -> skip(draft, job, skips.by()));
    if (draft.run().state() == RunState.QUEUED) {
      begin(draft);
    }
    return draft.accepted();
  }

  private static RunPlanned planned(Draft draft, Plan plan) {
    Duration delay = plan.policy().delay();
    Optional<Instant> until =
        delay.isPositive() ? Optional.of(draft.now().plus(delay)) : Optional.empty();
    if (plan.policy().hold().isPresent()) {
      var reason = Reason.of(ReasonCode.APPROVAL, "held until approved for this commit");
      return new RunPlanned(plan, RunEvent.HOLD, until, reason);
    }
    if (until.isPresent()) {
      var reason = Reason.of(ReasonCode.DELAY, "a start delay was asked for");
      return new RunPlanned(plan, RunEvent.WAIT, until, reason);
    }
    return new RunPlanned(plan, RunEvent.PLANNED, Optional.empty(), Reason.PROGRESS);
  }

  /// All results are kept: a run whose jobs are all over is over, and is neither held nor delayed.
  private static RunPlanned nothingToWaitFor(Plan plan) {
    return new RunPlanned(plan, RunEvent.PLANNED, Optional.empty(), Reason.PROGRESS);
  }

  private static void keep(Draft draft, Kept kept) {
    Job job = draft.run().job(kept.job()).orElseThrow();
    var reason =
        Reason.of(
            ReasonCode.REUSED,
            "%s in run #%d".formatted(Machine.wireName(kept.result()), kept.from()));
    draft.take(new ResultKept(job.ref(), kept.result(), kept.why(), kept.outputs(), reason));
  }

  private static void skip(Draft draft, String id, String by) {
    Job job = draft.run().job(id).orElseThrow();
    var reason = Reason.of(ReasonCode.USER, "skipped by " + by);
    draft.takeAs(Actor.ORCHESTRATOR, new AttemptMoved(job.ref(), AttemptEvent.SKIP, reason));
  }

  /// The run is queued: it takes its turn in its group, and its first jobs become ready.
  static void begin(Draft draft) {
    if (!Grouping.joinRun(draft)) {
      return; // superseded before it began
    }
    for (Job job : draft.run().jobs()) {
      Readiness.evaluateIfDue(draft, job.index());
    }
    Settling.endRunIfAllIsOver(draft);
  }

  static Decision fail(Draft draft, String diagnostics) {
    if (draft.run().state() != RunState.PLANNING) {
      return notPlanning(draft.run());
    }
    abandon(draft, Reason.of(ReasonCode.USER, diagnostics));
    return draft.accepted();
  }

  /// Nobody came with a plan in time: it is tried again, but not for ever.
  static void overdue(Draft draft) {
    int tries = draft.run().progress().planningTries();
    if (draft.run().state() == RunState.PLANNING && tries < Deadlines.PLANNING_TRIES) {
      draft.take(new PlanningTried(Reason.of(ReasonCode.TIMEOUT, "no plan in time")));
      draft.tell(new Effect.ReadWorkflow(tries + 1));
      return;
    }
    abandon(draft, Reason.of(ReasonCode.TIMEOUT, "there was no plan in time"));
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

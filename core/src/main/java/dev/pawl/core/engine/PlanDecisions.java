package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.command.Effect;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.Intervened;
import dev.pawl.core.event.DomainEvent.PlanningRetried;
import dev.pawl.core.event.DomainEvent.ResultReused;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.event.DomainEvent.RunPlanned;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.ReusedResult;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.SkipRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides from the trigger to the plan: planning, its retries, and the start of the run.
final class PlanDecisions {

  static Decision start(DecisionDraft draft, Actor by, String why) {
    if (draft.run().state() != RunState.CREATED) {
      return notPlanning(draft.run());
    }
    if (!why.isEmpty()) {
      draft.applyAs(by, new Intervened(Reason.of(ReasonCode.USER, why)));
    }
    draft.apply(new RunMoved(RunEvent.PLAN, Reason.PROGRESS));
    draft.addEffect(new Effect.ReadWorkflow(1));
    return draft.accepted();
  }

  static Decision finish(
      DecisionDraft draft, Plan plan, List<ReusedResult> reused, SkipRequest skips) {
    if (draft.run().state() != RunState.PLANNING) {
      return notPlanning(draft.run());
    }
    if (plan.jobs().isEmpty()) {
      draft.apply(
          new RunMoved(RunEvent.SKIP, Reason.of(ReasonCode.FILTER, "there is nothing to run")));
      return draft.accepted();
    }
    boolean isAllKnown = reused.size() + skips.jobs().size() == plan.jobs().size();
    draft.apply(isAllKnown ? plannedForReuse(plan) : planned(draft, plan));
    reused.forEach(result -> reuse(draft, result));
    skips.jobs().forEach(job -> skip(draft, job, skips.by()));
    if (draft.run().state() == RunState.QUEUED) {
      begin(draft);
    }
    return draft.accepted();
  }

  private static RunPlanned planned(DecisionDraft draft, Plan plan) {
    Duration delay = plan.policy().delay();
    Optional<Instant> until =
        delay.isPositive() ? Optional.of(draft.now().plus(delay)) : Optional.empty();
    if (plan.policy().hold().isPresent()) {
      var reason =
          Reason.of(ReasonCode.APPROVAL, "held until approved for this commit" + suffix(plan));
      return new RunPlanned(plan, RunEvent.HOLD, until, reason);
    }
    if (until.isPresent()) {
      var reason = Reason.of(ReasonCode.DELAY, "waits for its start delay" + suffix(plan));
      return new RunPlanned(plan, RunEvent.WAIT, until, reason);
    }
    return new RunPlanned(plan, RunEvent.PLANNED, Optional.empty(), planned(plan));
  }

  private static String suffix(Plan plan) {
    return plan.warnings().isEmpty() ? "" : "; " + String.join("; ", plan.warnings());
  }

  /// The reason of a planned run: what the workflow asked for and did not get, if anything.
  private static Reason planned(Plan plan) {
    return plan.warnings().isEmpty()
        ? Reason.PROGRESS
        : Reason.of(ReasonCode.PROGRESS, "planned; " + String.join("; ", plan.warnings()));
  }

  /// The plan of a run whose results are all reused: it ends at once, and is neither held nor
  /// delayed.
  private static RunPlanned plannedForReuse(Plan plan) {
    return new RunPlanned(plan, RunEvent.PLANNED, Optional.empty(), Reason.PROGRESS);
  }

  private static void reuse(DecisionDraft draft, ReusedResult reused) {
    Job job = draft.run().job(reused.job()).orElseThrow();
    var reason =
        Reason.of(
            ReasonCode.REUSED,
            "%s in an earlier attempt".formatted(Machine.wireName(reused.result())));
    draft.apply(
        new ResultReused(job.ref(), reused.result(), reused.reason(), reused.outputs(), reason));
  }

  private static void skip(DecisionDraft draft, String id, String by) {
    Job job = draft.run().job(id).orElseThrow();
    var reason = Reason.of(ReasonCode.USER, "skipped by " + by);
    draft.applyAs(Actor.ORCHESTRATOR, new AttemptMoved(job.ref(), AttemptEvent.SKIP, reason));
  }

  /// Starts a queued run: it joins its group, and its first jobs become ready.
  static void begin(DecisionDraft draft) {
    if (!ConcurrencyGroups.joinRun(draft)) {
      return; // superseded before it began
    }
    for (Job job : draft.run().jobs()) {
      JobReadiness.evaluateIfDue(draft, job.index());
    }
    AttemptCompletion.endRunIfAllIsOver(draft);
  }

  static Decision fail(DecisionDraft draft, String diagnostics) {
    if (draft.run().state() != RunState.PLANNING) {
      return notPlanning(draft.run());
    }
    failPlanning(draft, Reason.of(ReasonCode.USER, diagnostics));
    return draft.accepted();
  }

  /// No plan arrived in time: planning is tried again, up to [Deadlines#PLANNING_TRIES] times.
  static void endOverdue(DecisionDraft draft) {
    int tries = draft.run().progress().planningTries();
    if (draft.run().state() == RunState.PLANNING && tries < Deadlines.PLANNING_TRIES) {
      draft.apply(new PlanningRetried(Reason.of(ReasonCode.TIMEOUT, "no plan arrived in time")));
      draft.addEffect(new Effect.ReadWorkflow(tries + 1));
      return;
    }
    failPlanning(draft, Reason.of(ReasonCode.TIMEOUT, "no plan arrived in time"));
  }

  /// Fails the run in any state before it has a plan.
  static void failPlanning(DecisionDraft draft, Reason reason) {
    if (draft.run().state() == RunState.CREATED) {
      draft.apply(new RunMoved(RunEvent.PLAN, reason));
    }
    draft.apply(new RunMoved(RunEvent.PLAN_FAIL, reason));
    draft.apply(new RunMoved(RunEvent.FAIL, reason));
  }

  private static Decision notPlanning(Run run) {
    return Engine.refuse(WRONG_STATE, "the run is " + Machine.wireName(run.state()));
  }

  private PlanDecisions() {}
}

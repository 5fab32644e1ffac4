package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobExpressionContext;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Evaluates a job whose needs have all ended, in this order: needs and `if`, protection, queue. A
/// queued job that could start joins its concurrency group.
final class JobReadiness {

  /// Evaluates everything that depends on a job that ended. Iterative, since a chain may be ten
  /// thousand jobs long.
  static void evaluateDependents(DecisionDraft draft, int ended) {
    Deque<Integer> open = new ArrayDeque<>(List.of(ended));
    Set<Integer> passed = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      for (int dependent : draft.job(open.pop()).dependents()) {
        if (settle(draft, dependent) && passed.add(dependent)) {
          open.add(dependent);
        }
      }
    }
  }

  /// Evaluates a job if it is due. A job that had already ended when a need was retried counts as
  /// settled again with the last of its needs, because others may wait behind it.
  private static boolean settle(DecisionDraft draft, int index) {
    Job job = draft.job(index);
    return job.isOver()
        ? job.unmetNeeds() == 0 && draft.run().cancel().isEmpty()
        : isDue(draft, index) && evaluate(draft, index);
  }

  /// Evaluates a job if it is due, and the jobs behind it.
  static void evaluateIfDue(DecisionDraft draft, int index) {
    if (isDue(draft, index) && evaluate(draft, index)) {
      evaluateDependents(draft, index);
    }
  }

  /// False while the run itself is held or waits: all jobs are evaluated when it is released.
  private static boolean isDue(DecisionDraft draft, int index) {
    Job job = draft.job(index);
    return job.unmetNeeds() == 0
        && job.attempt().state() == AttemptState.PENDING
        && draft.run().state() != RunState.HELD
        && draft.run().state() != RunState.WAITING
        && JobExpressionContext.on(draft.run()).openNeedsOfCalls(job).isEmpty();
  }

  /// Evaluates the job; true if it is over by that.
  private static boolean evaluate(DecisionDraft draft, int index) {
    Job job = draft.job(index);
    try {
      Optional<Reason> against = JobConditions.skipReason(draft.run(), job);
      if (against.isPresent()) {
        draft.apply(new AttemptMoved(job.ref(), AttemptEvent.SKIP, against.get()));
        return true;
      }
      JobExpressionContext.on(draft.run()).check(job);
    } catch (TextEvaluationException e) {
      failUnevaluated(draft, index, e.message());
      return true;
    }
    if (job.planned().template().isPresent()) {
      return TemplateExpansion.expand(draft, index);
    }
    holdOrEnqueue(draft, index);
    return false;
  }

  /// Fails a job that cannot be evaluated as it is written. The table has no FAIL from `pending`,
  /// so the job is queued first, in the same commit.
  static void failUnevaluated(DecisionDraft draft, int index, String why) {
    Job job = draft.job(index);
    var reason = Reason.of(ReasonCode.USER, why);
    draft.apply(
        new AttemptMoved(
            job.ref(),
            AttemptEvent.ENQUEUE,
            Reason.of(ReasonCode.PROGRESS, "it cannot be evaluated")));
    draft.applyAs(Actor.CLOCK, new AttemptMoved(job.ref(), AttemptEvent.FAIL, reason));
  }

  /// Holds, delays or queues the job.
  static void holdOrEnqueue(DecisionDraft draft, int index) {
    Job job = draft.job(index);
    JobPolicy policy = job.planned().policy();
    Optional<Instant> before = leftProcessesUntil(draft, job);
    if (before.isPresent()) {
      var reason = Reason.of(ReasonCode.BACKOFF, "the attempt before it may still be running");
      draft.apply(new AttemptPaused(job.ref(), AttemptEvent.WAIT, before, reason));
      return;
    }
    if (job.protection().isCleared() || !policy.isProtected()) {
      enqueue(draft, index, AttemptEvent.ENQUEUE, draft.actor());
      return;
    }
    Optional<Instant> until =
        policy.delay().isPositive()
            ? Optional.of(draft.now().plus(policy.delay()))
            : Optional.empty();
    if (policy.approval().isPresent()) {
      Approval wanted = policy.approval().get();
      int missing = job.protection().approvals().missing(wanted);
      var reason =
          missing == 0
              ? Reason.of(ReasonCode.TIMER, "approved; waits for its timer")
              : Reason.of(
                  ReasonCode.APPROVAL,
                  "waits for " + Approval.missing(missing, wanted.reviewers()));
      draft.apply(new AttemptPaused(job.ref(), AttemptEvent.HOLD, until, reason));
      if (Holds.isApproved(job)) {
        Holds.releaseIfDue(draft, index);
      }
    } else {
      var reason = Reason.of(ReasonCode.TIMER, "waits until its wait time is over");
      draft.apply(new AttemptPaused(job.ref(), AttemptEvent.WAIT, until, reason));
    }
  }

  /// The time until which processes of an earlier attempt may run.
  private static Optional<Instant> leftProcessesUntil(DecisionDraft draft, Job job) {
    return job.attempt() instanceof Attempt.Idle idle
        ? idle.until().filter(draft.now()::isBefore)
        : Optional.empty();
  }

  /// Queues the job by `event`, in the name of `by`. It joins its group when it could start; a
  /// place that an earlier attempt has kept until now is not its own.
  static void enqueue(DecisionDraft draft, int index, AttemptEvent event, Actor by) {
    ConcurrencyGroups.leave(draft, index);
    draft.applyAs(by, new AttemptMoved(draft.job(index).ref(), event, Reason.PROGRESS));
  }

  /// A wait or a backoff is over. The run may have been cancelled in the meantime.
  static void endTimer(DecisionDraft draft, int index) {
    if (draft.run().cancel().isEmpty() && draft.attempt(index) instanceof Attempt.Idle) {
      enqueue(draft, index, AttemptEvent.TIMER_DONE, Actor.CLOCK);
    }
  }

  private JobReadiness() {}
}

package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.NOT_A_REVIEWER;
import static dev.pawl.core.command.Refusal.Code.SELF_APPROVAL;
import static dev.pawl.core.command.Refusal.Code.UNKNOWN;
import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Reviewer;
import dev.pawl.core.event.DomainEvent.JobApproved;
import dev.pawl.core.event.DomainEvent.RunApproved;
import dev.pawl.core.event.DomainEvent.RunCancelled;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Machine.Answer.Late;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.GivenApprovals;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.Optional;

/// Decides about holds: approvals and rejections. A hold ends by enough distinct approvals, by one
/// rejection, or by expiry; approvals stay with the job through retries.
final class Holds {

  static Decision approveRun(DecisionDraft draft, Reviewer by) {
    RunState state = draft.run().state();
    if (draft.run().isOver()) {
      return Engine.hasEnded(draft, draft.run());
    }
    if (state != RunState.HELD) {
      return RunMachine.MACHINE.answer(state, RunEvent.APPROVE) instanceof Late<RunState>(var why)
          ? new Decision.Late(why)
          : Engine.refuse(WRONG_STATE, "the run is " + Machine.wireName(state));
    }
    Approval wanted = draft.run().plan().policy().hold().orElseThrow();
    if (!draft.run().isApproved()
        && !draft.now().isBefore(draft.run().since().plus(wanted.expires()))) {
      expireRun(draft);
      return draft.accepted();
    }
    Optional<Decision> refusal = refusal(draft, wanted, by);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    GivenApprovals given = draft.run().progress().approvals();
    if (isRepeated(given, by)) {
      return new Decision.Late("approved already");
    }
    draft.apply(new RunApproved(by.name(), by.isStoreOwner(), approved(by, given, wanted)));
    releaseRunIfDue(draft);
    return draft.accepted();
  }

  /// Releases the run if it is approved and its start delay is over, in the name of the last
  /// reviewer.
  static void releaseRunIfDue(DecisionDraft draft) {
    Run run = draft.run();
    boolean timeHasPassed =
        run.progress().until().filter(until -> draft.now().isBefore(until)).isEmpty();
    if (run.isApproved() && timeHasPassed) {
      Actor last = Actor.reviewer(run.progress().approvals().reviewers().getLast());
      draft.applyAs(last, new RunMoved(RunEvent.APPROVE, Reason.PROGRESS));
      PlanDecisions.begin(draft);
    }
  }

  static Decision rejectRun(DecisionDraft draft, Reviewer by, String why) {
    RunState state = draft.run().state();
    if (draft.run().isOver()) {
      return Engine.hasEnded(draft, draft.run());
    }
    if (state != RunState.HELD) {
      return Engine.refuse(WRONG_STATE, "the run is " + Machine.wireName(state));
    }
    Approval wanted = draft.run().plan().policy().hold().orElseThrow();
    if (!mayReview(wanted, by)) {
      return notAReviewer(by);
    }
    end(draft, Actor.reviewer(by.name()), RunEvent.REJECT, rejected(by, why));
    return draft.accepted();
  }

  static void expireRun(DecisionDraft draft) {
    var reason = Reason.of(ReasonCode.EXPIRED, "nobody approved it in time");
    end(draft, Actor.CLOCK, RunEvent.EXPIRE, reason);
  }

  private static void end(DecisionDraft draft, Actor by, RunEvent event, Reason reason) {
    draft.applyAs(by, new RunCancelled(event, false, reason));
    for (Job job : draft.run().jobs()) {
      if (!job.isOver()) {
        AttemptCompletion.endWithoutFollowUp(draft, job.ref(), AttemptEvent.CANCEL, reason);
      }
    }
  }

  static Decision approve(DecisionDraft draft, AttemptRef ref, Reviewer by) {
    Attempt attempt = draft.run().currentAttempt(ref).orElse(null);
    if (attempt == null) {
      return Engine.refuse(UNKNOWN, "there is no such attempt");
    }
    if (attempt.state() != AttemptState.HELD) {
      return notHeld(draft, draft.job(ref.job()), AttemptEvent.APPROVE);
    }
    Approval wanted = draft.job(ref.job()).planned().policy().approval().orElseThrow();
    if (!isApproved(draft.job(ref.job()))
        && !draft.now().isBefore(attempt.since().plus(wanted.expires()))) {
      expire(draft, ref.job());
      return draft.accepted();
    }
    Optional<Decision> refusal = refusal(draft, wanted, by);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    GivenApprovals given = draft.job(ref.job()).protection().approvals();
    if (isRepeated(given, by)) {
      return new Decision.Late("approved already");
    }
    draft.apply(new JobApproved(ref, by.name(), by.isStoreOwner(), approved(by, given, wanted)));
    releaseIfDue(draft, ref.job());
    return draft.accepted();
  }

  static Decision reject(DecisionDraft draft, AttemptRef ref, Reviewer by, String why) {
    Attempt attempt = draft.run().currentAttempt(ref).orElse(null);
    if (attempt == null) {
      return Engine.refuse(UNKNOWN, "there is no such attempt");
    }
    if (attempt.state() != AttemptState.HELD) {
      return notHeld(draft, draft.job(ref.job()), AttemptEvent.REJECT);
    }
    Approval wanted = draft.job(ref.job()).planned().policy().approval().orElseThrow();
    if (!mayReview(wanted, by)) {
      return notAReviewer(by);
    }
    AttemptCompletion.endAs(
        draft, Actor.reviewer(by.name()), ref, AttemptEvent.REJECT, rejected(by, why));
    return draft.accepted();
  }

  static boolean isApproved(Job job) {
    return job.planned()
        .policy()
        .approval()
        .map(wanted -> job.protection().approvals().isEnough(wanted))
        .orElse(true);
  }

  /// Releases the job if it is approved and its timer is over, in the name of the last reviewer.
  static void releaseIfDue(DecisionDraft draft, int index) {
    Job job = draft.job(index);
    Optional<Instant> until =
        job.attempt() instanceof Attempt.Idle idle ? idle.until() : Optional.empty();
    boolean timeHasPassed = until.isEmpty() || !draft.now().isBefore(until.get());
    if (isApproved(job) && timeHasPassed) {
      Actor last = Actor.reviewer(job.protection().approvals().reviewers().getLast());
      JobReadiness.enqueue(draft, index, AttemptEvent.APPROVE, last);
    }
  }

  static void expire(DecisionDraft draft, int index) {
    var reason = Reason.of(ReasonCode.EXPIRED, "nobody approved it in time");
    AttemptCompletion.endAs(
        draft, Actor.CLOCK, draft.job(index).ref(), AttemptEvent.EXPIRE, reason);
  }

  private static Optional<Decision> refusal(DecisionDraft draft, Approval wanted, Reviewer by) {
    if (!mayReview(wanted, by)) {
      return Optional.of(notAReviewer(by));
    }
    boolean isOwn = by.name().equals(draft.run().origin().startedBy().name());
    return isOwn && !wanted.selfAllowed() && !by.isStoreOwner()
        ? Optional.of(
            Engine.refuse(
                SELF_APPROVAL, "'%s' started the run and may not approve it".formatted(by.name())))
        : Optional.empty();
  }

  /// Whether an approval changes nothing. The owner of a local store may complete the others'
  /// approvals, and their own from before.
  private static boolean isRepeated(GivenApprovals given, Reviewer by) {
    return given.reviewers().contains(by.name()) && (given.isByOwner() || !by.isStoreOwner());
  }

  private static Reason approved(Reviewer by, GivenApprovals given, Approval wanted) {
    if (!by.isStoreOwner()) {
      return Reason.PROGRESS;
    }
    int missing = given.missing(wanted);
    String instead =
        wanted.reviewers().isEmpty() ? "" : ", instead of " + String.join(", ", wanted.reviewers());
    String count = missing > 1 ? "; counts for all %d missing approvals".formatted(missing) : "";
    return Reason.of(
        ReasonCode.USER,
        "approved by %s as owner of the local store%s%s".formatted(by.name(), instead, count));
  }

  private static boolean mayReview(Approval wanted, Reviewer by) {
    return by.isStoreOwner() || wanted.allows(by.names());
  }

  private static Decision notAReviewer(Reviewer by) {
    return Engine.refuse(NOT_A_REVIEWER, "'%s' is not among the reviewers".formatted(by.name()));
  }

  private static Decision notHeld(DecisionDraft draft, Job job, AttemptEvent event) {
    if (job.isOver()) {
      return Engine.hasEnded(draft, job);
    }
    AttemptState state = job.attempt().state();
    return AttemptMachine.MACHINE.answer(state, event) instanceof Late<AttemptState>(var why)
        ? new Decision.Late(why)
        : Engine.refuse(
            WRONG_STATE,
            "the job is not held for approval: it is " + Machine.wireName(state).replace('_', ' '));
  }

  private static Reason rejected(Reviewer by, String why) {
    return Reason.of(
        ReasonCode.REJECTED, "rejected by " + by.name() + (why.isEmpty() ? "" : ": " + why));
  }

  private Holds() {}
}

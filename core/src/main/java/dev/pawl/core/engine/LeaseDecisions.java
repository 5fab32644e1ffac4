package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.NO_PLACE;
import static dev.pawl.core.command.Refusal.Code.UNFIT;
import static dev.pawl.core.command.Refusal.Code.UNKNOWN;
import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.event.DomainEvent.AgentBackoffSet;
import dev.pawl.core.event.DomainEvent.AgentLeaseReleased;
import dev.pawl.core.event.DomainEvent.AgentLeaseTaken;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.ProcessesLeft;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.run.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides about grant, acknowledgement and rejection of a lease, and closes leases.
final class LeaseDecisions {

  /// The number of times that an attempt may return to the queue because a lease ended before
  /// START.
  static final int MAX_REQUEUES = 5;

  /// The time for which an agent that rejected a job gets no other.
  static final Duration REJECTION_BACKOFF = Duration.ofSeconds(10);

  static Decision grant(DecisionDraft draft, AttemptRef ref, String agentId) {
    Attempt attempt = draft.run().currentAttempt(ref).orElse(null);
    if (attempt == null) {
      return Engine.refuse(UNKNOWN, "there is no such attempt");
    }
    if (attempt.state() != AttemptState.QUEUED) {
      return Engine.wrongState("lease", attempt);
    }
    Job job = draft.job(ref.job());
    if (draft.run().cancel().isPresent() && !job.planned().isHooks()) {
      return Engine.refuse(WRONG_STATE, "the run is being cancelled");
    }
    boolean hasPlaces =
        ConcurrencyGroups.isAdmitted(draft, GroupMember.WHOLE_RUN)
            && ConcurrencyGroups.isAdmitted(draft, ref.job());
    if (!hasPlaces || !isWithinMaxParallel(draft, job)) {
      return Engine.refuse(NO_PLACE, "no free place in the concurrency group or the matrix");
    }
    Agent agent = draft.agent(agentId);
    if (!agent.isFree(draft.now()) || !agent.hasLabels(job.planned().runsOn())) {
      return Engine.refuse(
          UNFIT, "agent '%s' is not available or lacks a label".formatted(agentId));
    }
    var lease = new LeaseRef(ref, attempt.leases() + 1);
    ConcurrencyGroups.takePlace(draft, GroupMember.WHOLE_RUN);
    ConcurrencyGroups.takePlace(draft, ref.job());
    draft.apply(new AttemptLeased(lease, agentId, Reason.PROGRESS));
    draft.apply(agentId, new AgentLeaseTaken(new Agent.HeldLease(draft.run().id(), lease)));
    if (draft.run().state() == RunState.QUEUED) {
      draft.apply(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    draft.addEffect(new Effect.Dispatch(lease, agentId));
    return draft.accepted();
  }

  /// Whether `max-parallel` allows another cell of the job's matrix to run.
  static boolean isWithinMaxParallel(DecisionDraft draft, Job job) {
    Optional<MatrixPolicy> matrix = job.planned().policy().matrix();
    if (matrix.isEmpty() || matrix.get().maxParallel() >= MatrixPolicy.MAX_CELLS) {
      return true;
    }
    long out =
        draft.run().graph().matrixCells(job).stream()
            .filter(cell -> draft.job(cell).isWithAgent())
            .count();
    return out < matrix.get().maxParallel();
  }

  static Decision acknowledge(DecisionDraft draft, LeaseRef lease) {
    draft.apply(new LeaseMoved(lease, LeaseEvent.ACK, Reason.PROGRESS));
    draft.apply(new AttemptMoved(lease.attempt(), AttemptEvent.ACK, Reason.PROGRESS));
    return draft.accepted();
  }

  static Decision reject(DecisionDraft draft, LeaseRef lease, String why) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    draft.apply(held.lease().agent(), new AgentBackoffSet(draft.now().plus(REJECTION_BACKOFF)));
    returnToQueue(draft, lease, LeaseEvent.REVOKE, Reason.of(ReasonCode.INFRA, why));
    return draft.accepted();
  }

  /// Returns the attempt to the queue after its lease ended before START, up to [#MAX_REQUEUES]
  /// times.
  static void returnToQueue(DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    close(draft, lease, end, reason);
    if (held.requeues() < MAX_REQUEUES) {
      draft.apply(new AttemptMoved(lease.attempt(), AttemptEvent.REQUEUE, reason));
      ConcurrencyGroups.returnPlace(draft, lease.attempt().job());
      return;
    }
    var exhausted =
        Reason.of(
            ReasonCode.INFRA,
            "the job could not be started: %s agents in a row failed to; the last one: %s"
                .formatted(held.requeues() + 1, reason.message()));
    AttemptCompletion.end(draft, lease.attempt(), AttemptEvent.FAIL, exhausted);
  }

  /// Closes the lease: its agent's slot is free, and a probe under it has no outcome.
  static void close(DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    close(draft, lease, end, reason, false);
  }

  /// Revokes the lease by force: its agent runs no hook.
  static void revokeByForce(DecisionDraft draft, LeaseRef lease, Reason reason) {
    close(draft, lease, LeaseEvent.REVOKE, reason, true);
  }

  private static void close(
      DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason, boolean isForced) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    if (end == LeaseEvent.REVOKE && draft.actor().kind() != ActorKind.AGENT) {
      recordLeftProcesses(draft, lease, held, isForced);
    }
    draft.apply(new LeaseMoved(lease, end, reason));
    draft.apply(
        held.lease().agent(), new AgentLeaseReleased(new Agent.HeldLease(draft.run().id(), lease)));
    CircuitBreakers.abandonProbes(draft, lease);
  }

  /// Records that processes may run until the agent learns of the revocation or fences itself.
  /// Counted from now, because another orchestrator may just have renewed the lease, which changes
  /// no version.
  private static void recordLeftProcesses(
      DecisionDraft draft, LeaseRef lease, Attempt.WithAgent held, boolean isForced) {
    if (held.startedAt().isPresent()) {
      Instant fenced = draft.deadlines().fencingDeadline(draft.now());
      draft.apply(new ProcessesLeft(lease.attempt(), fenced, isForced));
    }
  }

  private LeaseDecisions() {}
}

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
import dev.pawl.core.identity.Actor;
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
import dev.pawl.core.run.CellsAhead;
import dev.pawl.core.run.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides about grant, acknowledgement and rejection of a lease, and closes leases. An attempt
/// that could have one takes part in its concurrency group.
final class LeaseDecisions {

  /// The number of times that an attempt may return to the queue because a lease ended before
  /// START.
  static final int MAX_REQUEUES = 5;

  /// The time for which an agent that rejected a job gets no other.
  static final Duration REJECTION_BACKOFF = Duration.ofSeconds(10);

  /// Lets a queued attempt take part in its group, now that it could start on the agent as soon as
  /// there is a slot. Before that it supersedes nobody, and nobody waits behind it.
  static Decision join(DecisionDraft draft, AttemptRef ref, String agentId) {
    Optional<Decision> refusal = refusal(draft, ref);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (!draft.job(ref.job()).mustJoinGroup()) {
      return new Decision.Late("it is in its group, or has none");
    }
    Agent agent = draft.agent(agentId);
    if (!agent.isAvailable() || !agent.meets(draft.run().demand(draft.job(ref.job())))) {
      return unfit(agentId);
    }
    joinOrCancel(draft, ref);
    return draft.accepted();
  }

  static Decision grant(DecisionDraft draft, AttemptRef ref, String agentId) {
    Optional<Decision> refusal = refusal(draft, ref);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Agent agent = draft.agent(agentId);
    if (!agent.isFree(draft.now()) || !agent.meets(draft.run().demand(draft.job(ref.job())))) {
      return unfit(agentId);
    }
    boolean isRejected = draft.job(ref.job()).mustJoinGroup() && !joinOrCancel(draft, ref);
    if (isRejected || !ConcurrencyGroups.isAdmitted(draft, ref.job())) {
      return draft.accepted(); // superseded, or waits for its group from now on
    }
    var lease = new LeaseRef(ref, draft.attempt(ref.job()).leases() + 1);
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

  /// The reason why an attempt could not start, whatever agents there are.
  private static Optional<Decision> refusal(DecisionDraft draft, AttemptRef ref) {
    Attempt attempt = draft.run().currentAttempt(ref).orElse(null);
    if (attempt == null) {
      return Optional.of(Engine.refuse(UNKNOWN, "there is no such attempt"));
    }
    if (attempt.state() != AttemptState.QUEUED) {
      return Optional.of(Engine.wrongState("lease", attempt));
    }
    Job job = draft.job(ref.job());
    if (draft.run().cancel().isPresent() && !job.planned().isHooks()) {
      return Optional.of(Engine.refuse(WRONG_STATE, "the run is being cancelled"));
    }
    boolean hasPlaces =
        ConcurrencyGroups.isAdmitted(draft, GroupMember.WHOLE_RUN)
            && ConcurrencyGroups.isAdmitted(draft, ref.job());
    return hasPlaces && isWithinMaxParallel(draft, job)
        ? Optional.empty()
        : Optional.of(
            Engine.refuse(NO_PLACE, "no free place in the concurrency group or the matrix"));
  }

  private static Decision unfit(String agentId) {
    return Engine.refuse(
        UNFIT, "agent '%s' is not available, lacks a label or is another org's".formatted(agentId));
  }

  /// Adds the attempt to its group; false if the group rejects it, and it is cancelled.
  private static boolean joinOrCancel(DecisionDraft draft, AttemptRef ref) {
    Optional<Reason> rejection = ConcurrencyGroups.joinJob(draft, ref.job());
    rejection.ifPresent(
        reason -> AttemptCompletion.endAs(draft, Actor.POLICY, ref, AttemptEvent.CANCEL, reason));
    return rejection.isEmpty();
  }

  /// Whether `max-parallel` allows another cell of the job's matrix to start.
  private static boolean isWithinMaxParallel(DecisionDraft draft, Job job) {
    Optional<MatrixPolicy> matrix = job.planned().policy().matrix();
    return matrix.isEmpty()
        || matrix.get().maxParallel() >= MatrixPolicy.MAX_CELLS
        || CellsAhead.of(draft.run(), job, draft::group) < matrix.get().maxParallel();
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

  /// Closes the lease: its agent's slot is free, and a probe under it has no outcome. If an agent
  /// speaks, it is the one that has the lease.
  static void close(DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    if (end == LeaseEvent.REVOKE && draft.actor().kind() != ActorKind.AGENT) {
      recordLeftProcesses(draft, lease, false);
    }
    end(draft, lease, end, reason);
  }

  /// Revokes the lease of an agent that has not confirmed the stop, whoever speaks.
  ///
  /// @param isForced whether the agent runs no hook
  static void revokeUnconfirmed(
      DecisionDraft draft, LeaseRef lease, Reason reason, boolean isForced) {
    recordLeftProcesses(draft, lease, isForced);
    end(draft, lease, LeaseEvent.REVOKE, reason);
  }

  private static void end(DecisionDraft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    draft.apply(new LeaseMoved(lease, end, reason));
    draft.apply(
        held.lease().agent(), new AgentLeaseReleased(new Agent.HeldLease(draft.run().id(), lease)));
    CircuitBreakers.abandonProbes(draft, lease);
  }

  /// Records that processes may run until the agent learns of the revocation or fences itself.
  /// Counted from now, because another orchestrator may just have renewed the lease, which changes
  /// no version.
  private static void recordLeftProcesses(DecisionDraft draft, LeaseRef lease, boolean isForced) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    if (held.startedAt().isPresent()) {
      Instant fenced = draft.deadlines().stopDeadline(draft.now());
      draft.apply(new ProcessesLeft(lease.attempt(), fenced, isForced));
    }
  }

  private LeaseDecisions() {}
}

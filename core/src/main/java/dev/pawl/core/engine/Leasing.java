package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.NO_PLACE;
import static dev.pawl.core.engine.Refusal.Code.UNFIT;
import static dev.pawl.core.engine.Refusal.Code.UNKNOWN;
import static dev.pawl.core.engine.Refusal.Code.WRONG_STATE;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event.AgentFreed;
import dev.pawl.core.engine.Event.AgentRested;
import dev.pawl.core.engine.Event.AgentTook;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.ProcessesLeft;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.group.Member;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Owner;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.run.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Grant, acknowledgement and rejection of a lease, and the one way in which any lease ends.
final class Leasing {

  /// How often an attempt may go back to the queue because a lease ended before START.
  static final int MOST_REQUEUES = 5;

  /// For how long an agent that rejected a job is not asked again.
  static final Duration RESPITE = Duration.ofSeconds(10);

  static Decision grant(Draft draft, AttemptRef ref, String agentId) {
    Attempt attempt = draft.run().current(ref).orElse(null);
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
        Grouping.isAdmitted(draft, Member.WHOLE_RUN) && Grouping.isAdmitted(draft, ref.job());
    if (!hasPlaces || !isWithinMatrix(draft, job)) {
      return Engine.refuse(NO_PLACE, "others go first");
    }
    Agent agent = draft.agent(agentId);
    if (!agent.isFree(draft.now()) || !agent.has(job.planned().runsOn())) {
      return Engine.refuse(UNFIT, agentId + " cannot take it");
    }
    var lease = new LeaseRef(ref, attempt.leases() + 1);
    Grouping.take(draft, Member.WHOLE_RUN);
    Grouping.take(draft, ref.job());
    draft.take(new AttemptLeased(lease, agentId, Reason.PROGRESS));
    draft.take(agentId, new AgentTook(new Agent.Holding(draft.run().id(), lease)));
    if (draft.run().state() == RunState.QUEUED) {
      draft.take(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    draft.tell(new Effect.Dispatch(lease, agentId));
    return draft.accepted();
  }

  /// Whether another cell of the job's matrix may be with an agent.
  static boolean isWithinMatrix(Draft draft, Job job) {
    Optional<Matrix> matrix = job.planned().policy().matrix();
    if (matrix.isEmpty() || matrix.get().maxParallel() >= Matrix.MOST_CELLS) {
      return true;
    }
    long out =
        draft.run().graph().cellsBeside(job).stream()
            .filter(cell -> draft.job(cell).isOut())
            .count();
    return out < matrix.get().maxParallel();
  }

  static Decision acknowledge(Draft draft, LeaseRef lease) {
    draft.take(new LeaseMoved(lease, LeaseEvent.ACK, Reason.PROGRESS));
    draft.take(new AttemptMoved(lease.attempt(), AttemptEvent.ACK, Reason.PROGRESS));
    return draft.accepted();
  }

  static Decision reject(Draft draft, LeaseRef lease, String why) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    draft.take(held.lease().agent(), new AgentRested(draft.now().plus(RESPITE)));
    returnToQueue(draft, lease, LeaseEvent.REVOKE, Reason.of(ReasonCode.INFRA, why));
    return draft.accepted();
  }

  /// The lease ended before START: somebody else may try, but not for ever.
  static void returnToQueue(Draft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    close(draft, lease, end, reason);
    if (held.requeues() < MOST_REQUEUES) {
      draft.take(new AttemptMoved(lease.attempt(), AttemptEvent.REQUEUE, reason));
      Grouping.giveBack(draft, lease.attempt().job());
      return;
    }
    var givenUp =
        Reason.of(
            ReasonCode.INFRA,
            "gave up after %s leases that ended before the start; the last one: %s"
                .formatted(held.requeues() + 1, reason.message()));
    Settling.end(draft, lease.attempt(), AttemptEvent.FAIL, givenUp);
  }

  /// The lease is over: its agent's slot is free, and a tool that it probed has no outcome.
  static void close(Draft draft, LeaseRef lease, LeaseEvent end, Reason reason) {
    close(draft, lease, end, reason, false);
  }

  /// Taken back by force: its agent runs no hook.
  static void force(Draft draft, LeaseRef lease, Reason reason) {
    close(draft, lease, LeaseEvent.REVOKE, reason, true);
  }

  private static void close(
      Draft draft, LeaseRef lease, LeaseEvent end, Reason reason, boolean isForced) {
    var held = (Attempt.WithAgent) draft.attempt(lease.attempt().job());
    if (end == LeaseEvent.REVOKE && draft.actor().kind() != Owner.AGENT) {
      takenBackUnheard(draft, lease, held, isForced);
    }
    draft.take(new LeaseMoved(lease, end, reason));
    draft.take(held.lease().agent(), new AgentFreed(new Agent.Holding(draft.run().id(), lease)));
    Breaking.abandonProbes(draft, lease);
  }

  /// Its processes may go on until the agent hears of it, or fences itself. Counted from now:
  /// another orchestrator may have renewed the lease a moment ago, which is in no version.
  private static void takenBackUnheard(
      Draft draft, LeaseRef lease, Attempt.WithAgent held, boolean isForced) {
    if (held.startedAt().isPresent()) {
      Instant fenced = draft.deadlines().fencedBy(draft.now());
      draft.take(new ProcessesLeft(lease.attempt(), fenced, isForced));
    }
  }

  private Leasing() {}
}

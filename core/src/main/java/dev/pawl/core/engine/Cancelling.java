package dev.pawl.core.engine;

import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.UPLOADING;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Machine.Answer.Late;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Job;
import java.time.Duration;

/// Two levels of cancel: graceful, which lets the agents clean up within a bound, and force, which
/// does not wait for anybody.
final class Cancelling {

  static Decision graceful(Draft draft, String why) {
    if (RunMachine.MACHINE.answer(draft.run().state(), RunEvent.CANCEL_GRACEFUL)
        instanceof Late<RunState>(var reason)) {
      return new Decision.Late(reason);
    }
    Reason cause = Reason.of(ReasonCode.USER, why);
    boolean agentsAreAtWork = draft.run().tally().in(RUNNING, UPLOADING, CANCELLING) > 0;
    draft.take(new RunMoved(agentsAreAtWork ? RunEvent.CANCEL_GRACEFUL : RunEvent.CANCEL, cause));
    for (Job job : draft.run().jobs()) {
      switch (job.attempt().state()) {
        case PENDING, HELD, WAITING, QUEUED ->
            Settling.endAlone(draft, job.ref(), AttemptEvent.CANCEL, cause);
        case LEASED, STARTING, RECOVERING -> revoke(draft, job, AttemptEvent.CANCEL, cause);
        case RUNNING -> askToStop(draft, job, cause);
        case UPLOADING, CANCELLING -> {} // on its way out, within its own bound
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
      }
    }
    return draft.accepted();
  }

  static Decision force(Draft draft, String why) {
    RunState state = draft.run().state();
    RunEvent row = state == RunState.CANCELLING ? RunEvent.CANCEL_FORCE : RunEvent.CANCEL;
    if (RunMachine.MACHINE.answer(state, row) instanceof Late<RunState>(var reason)) {
      return new Decision.Late(reason);
    }
    Reason cause = Reason.of(ReasonCode.USER, why);
    draft.take(new RunMoved(row, cause));
    for (Job job : draft.run().jobs()) {
      switch (job.attempt().state()) {
        case PENDING, HELD, WAITING, QUEUED ->
            Settling.endAlone(draft, job.ref(), AttemptEvent.CANCEL, cause);
        case LEASED, STARTING, RUNNING, RECOVERING ->
            revoke(draft, job, AttemptEvent.CANCEL, cause);
        case CANCELLING -> revoke(draft, job, AttemptEvent.CANCEL_FORCE, cause);
        case UPLOADING -> revoke(draft, job, AttemptEvent.FAIL, cause);
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
      }
    }
    return draft.accepted();
  }

  /// The agent has stopped the attempt.
  static Decision acknowledged(Draft draft, LeaseRef lease) {
    Reason cause = draft.run().cancelCause().orElse(Reason.of(ReasonCode.USER, "cancelled"));
    draft.take(new LeaseMoved(lease, LeaseEvent.CANCEL_ACK, cause));
    Settling.end(draft, lease.attempt(), AttemptEvent.COMPLETE, cause);
    return draft.accepted();
  }

  private static void askToStop(Draft draft, Job job, Reason cause) {
    draft.take(new AttemptMoved(job.ref(), AttemptEvent.CANCEL_GRACEFUL, cause));
    var held = (Attempt.WithAgent) job.attempt();
    Duration bound = Deadlines.cancelBound(draft.run().plan().job(job.index()));
    draft.tell(
        new Effect.CancelJob(
            leaseOf(job, held), held.lease().agent(), false, bound, cause.message()));
  }

  /// Takes the lease back at once; the agent kills and is not waited for.
  private static void revoke(Draft draft, Job job, AttemptEvent row, Reason cause) {
    var held = (Attempt.WithAgent) job.attempt();
    draft.take(new LeaseMoved(leaseOf(job, held), LeaseEvent.REVOKE, cause));
    Settling.endAlone(draft, job.ref(), row, cause);
    draft.tell(
        new Effect.CancelJob(
            leaseOf(job, held), held.lease().agent(), true, Duration.ZERO, cause.message()));
  }

  private static LeaseRef leaseOf(Job job, Attempt.WithAgent held) {
    return new LeaseRef(job.ref(), held.lease().number());
  }

  private Cancelling() {}
}

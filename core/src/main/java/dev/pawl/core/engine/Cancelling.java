package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Event.RunCancelled;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine.Answer.Late;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.Tally;
import java.time.Duration;

/// Two levels of cancel: graceful, which lets the agents clean up within a bound, and force, which
/// does not wait for anybody.
final class Cancelling {

  static Decision graceful(Draft draft, CancelRun cancel) {
    if (RunMachine.MACHINE.answer(draft.run().state(), RunEvent.CANCEL_GRACEFUL)
        instanceof Late<RunState>(var late)) {
      return new Decision.Late(late);
    }
    gracefully(draft, Reason.of(cancel.code(), cancel.why()));
    return draft.accepted();
  }

  /// The run's own time is over.
  static void timeOut(Draft draft, Reason reason) {
    gracefully(draft, reason);
  }

  /// A newer run took its turn before it began.
  static void supersede(Draft draft, Reason reason) {
    gracefully(draft, reason);
  }

  private static void gracefully(Draft draft, Reason cause) {
    boolean isTimeOut = cause.code() == ReasonCode.TIMEOUT;
    boolean endsAtOnce = isTimeOut && !areHooksToFollow(draft.run()); // nobody is there to ask
    if (draft.run().state() == RunState.RECOVERING && !endsAtOnce) {
      draft.take(new RunMoved(RunEvent.START, Reason.PROGRESS));
    }
    boolean waitsForSomebody = draft.run().state() == RunState.RUNNING && isOwedSomething(draft);
    if (waitsForSomebody) {
      draft.take(new RunCancelled(RunEvent.CANCEL_GRACEFUL, false, cause));
      draft.run().jobs().forEach(job -> stop(draft, job, cause));
      Settling.endRunIfAllIsOver(draft);
      return;
    }
    draft.take(new RunCancelled(isTimeOut ? RunEvent.TIME_OUT : RunEvent.CANCEL, false, cause));
    draft.run().jobs().forEach(job -> stop(draft, job, cause));
    Settling.wasOver(draft);
  }

  /// Whether an agent cleans up, or hooks of the run are to follow.
  private static boolean isOwedSomething(Draft draft) {
    Run run = draft.run();
    Tally tally = run.tally();
    boolean agentsAreAtWork =
        tally.in(
                AttemptState.RUNNING,
                AttemptState.UPLOADING,
                AttemptState.RECOVERING,
                AttemptState.CANCELLING)
            > 0;
    return agentsAreAtWork || areHooksToFollow(run);
  }

  private static boolean areHooksToFollow(Run run) {
    return run.progress().hasRun() && !run.plan().policy().hooks().isEmpty();
  }

  private static void stop(Draft draft, Job job, Reason cause) {
    if (job.planned().isHooks() && !draft.run().isOver() && !hasBegun(job)) {
      return; // only force takes a clean-up away
    }
    switch (job.attempt().state()) {
      case PENDING, HELD, WAITING, QUEUED ->
          Settling.endAlone(draft, job.ref(), AttemptEvent.CANCEL, cause);
      case LEASED, STARTING -> revoke(draft, job, AttemptEvent.CANCEL, cause);
      case RECOVERING -> letGo(draft, job, cause);
      case RUNNING -> CancellingOne.askToStop(draft, job, cause);
      case UPLOADING -> CancellingOne.boundUpload(draft, job);
      case CANCELLING -> {} // on its way out, within its own bound
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private static boolean hasBegun(Job job) {
    return job.attempt() instanceof Attempt.WithAgent held && held.startedAt().isPresent();
  }

  static Decision force(Draft draft, CancelRun cancel) {
    RunState state = draft.run().state();
    RunEvent row = state == RunState.CANCELLING ? RunEvent.CANCEL_FORCE : RunEvent.CANCEL;
    if (RunMachine.MACHINE.answer(state, row) instanceof Late<RunState>(var late)) {
      return new Decision.Late(late);
    }
    Reason cause = Reason.of(cancel.code(), cancel.why());
    draft.take(new RunCancelled(forced(draft.run(), row), true, cause));
    for (Job job : draft.run().jobs()) {
      switch (job.attempt().state()) {
        case PENDING, HELD, WAITING, QUEUED ->
            Settling.endAlone(draft, job.ref(), AttemptEvent.CANCEL, cause);
        case LEASED, STARTING, RUNNING, RECOVERING ->
            revoke(draft, job, AttemptEvent.CANCEL, cause);
        case CANCELLING -> revoke(draft, job, AttemptEvent.CANCEL_FORCE, cause);
        case UPLOADING -> revoke(draft, job, AttemptEvent.FAIL, cutOff(cause));
        case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
      }
    }
    Settling.wasOver(draft);
    return draft.accepted();
  }

  /// A run whose time was over stays timed out, whoever loses patience with it.
  private static RunEvent forced(Run run, RunEvent row) {
    boolean isTimedOut =
        run.cancelCause().map(cause -> cause.code() == ReasonCode.TIMEOUT).orElse(false);
    return isTimedOut ? RunEvent.TIME_OUT : row;
  }

  private static Reason cutOff(Reason cause) {
    return Reason.of(cause.code(), "upload cut off");
  }

  /// The agent has stopped the attempt.
  static Decision acknowledged(Draft draft, LeaseRef lease, Attempt.WithAgent held) {
    Reason reason = Executing.reasonOfCancel(held);
    Leasing.close(draft, lease, LeaseEvent.CANCEL_ACK, reason);
    Settling.end(draft, lease.attempt(), Executing.endOfCancel(held), reason);
    return draft.accepted();
  }

  /// Nobody is there to ask: the agent learns on its return that its lease is over, and cleans up.
  static void letGo(Draft draft, Job job, Reason cause) {
    var held = (Attempt.WithAgent) job.attempt();
    LeaseRef lease = CancellingOne.leaseOf(job);
    Leasing.close(draft, lease, LeaseEvent.REVOKE, cause);
    Settling.endAlone(draft, job.ref(), AttemptEvent.CANCEL, cause);
    draft.tell(new Effect.Fence(lease, held.lease().agent(), LeaseState.REVOKED));
  }

  /// Takes the lease back at once; the agent kills and is not waited for.
  static void revoke(Draft draft, Job job, AttemptEvent row, Reason cause) {
    var held = (Attempt.WithAgent) job.attempt();
    LeaseRef lease = CancellingOne.leaseOf(job);
    Leasing.force(draft, lease, cause);
    Settling.endAlone(draft, job.ref(), row, cause);
    draft.tell(
        new Effect.CancelJob(lease, held.lease().agent(), true, Duration.ZERO, cause.message()));
  }

  private Cancelling() {}
}

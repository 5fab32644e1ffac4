package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.UNKNOWN;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Command.CancelAttempt;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.UploadBounded;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine.Answer.Late;
import dev.pawl.core.run.Job;
import java.time.Instant;
import java.util.Optional;

/// One job is cancelled alone; what needs it is skipped.
final class CancellingOne {

  static Decision cancel(Draft draft, CancelAttempt cancel) {
    Optional<Attempt> attempt = draft.run().current(cancel.attempt());
    if (attempt.isEmpty()) {
      return Engine.refuse(UNKNOWN, "there is no such attempt");
    }
    AttemptState state = attempt.get().state();
    if (AttemptMachine.MACHINE.answer(state, AttemptEvent.CANCEL)
        instanceof Late<AttemptState>(var late)) {
      return new Decision.Late(late);
    }
    Reason reason = Reason.of(cancel.code(), cancel.why());
    int index = cancel.attempt().job();
    if (cancel.force()) {
      force(draft, index, reason);
    } else if (state == AttemptState.CANCELLING || isCutOff(attempt.get())) {
      return new Decision.Late("it is on its way out, within its own bound");
    } else {
      stop(draft, index, reason);
    }
    return draft.accepted();
  }

  /// Gracefully where an agent runs it, at once where none does.
  static void stop(Draft draft, int index, Reason reason) {
    Job job = draft.job(index);
    switch (job.attempt().state()) {
      case PENDING, HELD, WAITING, QUEUED ->
          Settling.end(draft, job.ref(), AttemptEvent.CANCEL, reason);
      case LEASED, STARTING -> revoke(draft, job, AttemptEvent.CANCEL, reason);
      case RECOVERING -> {
        Cancelling.letGo(draft, job, reason);
        Settling.follow(draft, index);
      }
      case RUNNING -> askToStop(draft, job, reason);
      case UPLOADING -> boundUpload(draft, job);
      case CANCELLING -> {} // on its way out, within its own bound
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  /// It may finish, but not take longer than a cancel may. The first bound stays.
  static void boundUpload(Draft draft, Job job) {
    if (!isCutOff(job.attempt())) {
      Instant until = draft.now().plus(Deadlines.cancelBound(job.planned()));
      draft.take(new UploadBounded(job.ref(), until));
    }
  }

  /// Whether a cancel has bounded its upload.
  static boolean isCutOff(Attempt attempt) {
    return attempt instanceof Attempt.WithAgent held && held.cutOff().isPresent();
  }

  private static void force(Draft draft, int index, Reason reason) {
    Job job = draft.job(index);
    switch (job.attempt().state()) {
      case PENDING, HELD, WAITING, QUEUED ->
          Settling.end(draft, job.ref(), AttemptEvent.CANCEL, reason);
      case LEASED, STARTING, RUNNING, RECOVERING -> revoke(draft, job, AttemptEvent.CANCEL, reason);
      case CANCELLING -> revoke(draft, job, AttemptEvent.CANCEL_FORCE, reason);
      case UPLOADING ->
          revoke(draft, job, AttemptEvent.FAIL, Reason.of(reason.code(), "upload cut off"));
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private static void revoke(Draft draft, Job job, AttemptEvent row, Reason reason) {
    Cancelling.revoke(draft, job, row, reason);
    Settling.follow(draft, job.index());
  }

  static void askToStop(Draft draft, Job job, Reason reason) {
    draft.take(new AttemptMoved(job.ref(), AttemptEvent.CANCEL_GRACEFUL, reason));
    var held = (Attempt.WithAgent) job.attempt();
    draft.tell(
        new Effect.CancelJob(
            leaseOf(job),
            held.lease().agent(),
            false,
            Deadlines.cancelBound(job.planned()),
            reason.message()));
  }

  static LeaseRef leaseOf(Job job) {
    return new LeaseRef(job.ref(), job.attempt().leases());
  }

  private CancellingOne() {}
}

package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.ALREADY_CANCELLING;
import static dev.pawl.core.command.Refusal.Code.UNKNOWN;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.UploadBounded;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.run.Job;
import java.time.Instant;
import java.util.Optional;

/// Cancels one job of a run; the jobs that need it are skipped.
final class JobCancellation {

  static Decision cancel(DecisionDraft draft, CancelAttempt cancel) {
    Optional<Attempt> attempt = draft.run().currentAttempt(cancel.attempt());
    if (attempt.isEmpty()) {
      return Engine.refuse(UNKNOWN, "there is no such attempt");
    }
    AttemptState state = attempt.get().state();
    int index = cancel.attempt().job();
    if (draft.job(index).isOver()) {
      return Engine.hasEnded(draft, draft.job(index));
    }
    Reason reason = Reason.of(cancel.code(), cancel.why());
    if (cancel.force()) {
      cancelByForce(draft, index, reason);
    } else if (state == AttemptState.CANCELLING || hasUploadDeadline(attempt.get())) {
      return Engine.tooLate(
          draft,
          ALREADY_CANCELLING,
          "job '%s' is being cancelled already".formatted(draft.job(index).planned().id()));
    } else {
      cancelGracefully(draft, index, reason);
    }
    return draft.accepted();
  }

  /// Cancels gracefully if an agent runs the job, at once otherwise.
  static void cancelGracefully(DecisionDraft draft, int index, Reason reason) {
    Job job = draft.job(index);
    switch (job.attempt().state()) {
      case PENDING, HELD, WAITING, QUEUED ->
          AttemptCompletion.end(draft, job.ref(), AttemptEvent.CANCEL, reason);
      case LEASED, STARTING -> revoke(draft, job, AttemptEvent.CANCEL, reason);
      case RECOVERING -> {
        RunCancellation.releaseUnreachable(draft, job, reason);
        AttemptCompletion.continueAfter(draft, index);
      }
      case RUNNING -> requestStop(draft, job, reason);
      case UPLOADING -> limitUpload(draft, job);
      case CANCELLING -> {} // being stopped already
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  /// Lets an upload finish within the time that a cancel may take. The first such deadline stays.
  static void limitUpload(DecisionDraft draft, Job job) {
    if (!hasUploadDeadline(job.attempt())) {
      Instant until = draft.now().plus(Deadlines.gracefulCancelLimit(job.planned()));
      draft.apply(new UploadBounded(job.ref(), until));
    }
  }

  /// Whether a cancel has set a deadline for its upload.
  static boolean hasUploadDeadline(Attempt attempt) {
    return attempt instanceof Attempt.WithAgent held && held.uploadDeadline().isPresent();
  }

  private static void cancelByForce(DecisionDraft draft, int index, Reason reason) {
    Job job = draft.job(index);
    switch (job.attempt().state()) {
      case PENDING, HELD, WAITING, QUEUED ->
          AttemptCompletion.end(draft, job.ref(), AttemptEvent.CANCEL, reason);
      case LEASED, STARTING, RUNNING, RECOVERING -> revoke(draft, job, AttemptEvent.CANCEL, reason);
      case CANCELLING -> revoke(draft, job, AttemptEvent.CANCEL_FORCE, reason);
      case UPLOADING -> revoke(draft, job, AttemptEvent.FAIL, RunCancellation.uploadCutOff(reason));
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private static void revoke(DecisionDraft draft, Job job, AttemptEvent event, Reason reason) {
    RunCancellation.revoke(draft, job, event, reason);
    AttemptCompletion.continueAfter(draft, job.index());
  }

  /// Requests that the agent stops the job within the time that a cancel may take.
  static void requestStop(DecisionDraft draft, Job job, Reason reason) {
    draft.apply(new AttemptMoved(job.ref(), AttemptEvent.CANCEL_GRACEFUL, reason));
    var held = (Attempt.WithAgent) job.attempt();
    draft.addEffect(
        new Effect.CancelJob(
            leaseOf(job),
            held.lease().agent(),
            false,
            Deadlines.gracefulCancelLimit(job.planned()),
            reason.message()));
  }

  static LeaseRef leaseOf(Job job) {
    return new LeaseRef(job.ref(), job.attempt().leases());
  }

  private JobCancellation() {}
}

package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.ALREADY_ENDED;
import static dev.pawl.core.command.Refusal.Code.UNKNOWN;
import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.event.DomainEvent.AttemptCreated;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.run.DurationText;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Creates further attempts: by policy, in the commit that ends the previous one, or on request.
final class Retries {

  /// Creates attempt n+1 if the policy allows it; false if it does not.
  static boolean retryByPolicy(DecisionDraft draft, AttemptRef ref) {
    Job job = draft.job(ref.job());
    Reason failure = job.attempt().reason();
    boolean isRetried =
        draft.run().cancel().isEmpty()
            && !draft.run().isOver()
            && job.attempt().state().isFailure()
            && job.planned().policy().effectiveRetry().allows(ref.attempt(), failure.code());
    if (!isRetried) {
      return false;
    }
    RetryPolicy policy = job.planned().policy().effectiveRetry();
    Duration backoff =
        policy.backoff().after(ref.attempt(), draft.run().id() + "/" + job.planned().id());
    Instant until = draft.now().plus(backoff);
    var next = new AttemptRef(ref.job(), ref.attempt() + 1);
    var reason =
        Reason.of(
            ReasonCode.BACKOFF,
            "retry %d of %d in %s: %s"
                .formatted(ref.attempt(), policy.max(), DurationText.of(backoff), words(failure)));
    draft.apply(new AttemptCreated(next, reason));
    if (draft.job(ref.job()).unmetNeeds() > 0) {
      return true; // a need is retried too; the job is evaluated when that has ended
    }
    Optional<Instant> notBefore =
        draft.attempt(ref.job()) instanceof Attempt.Idle idle ? idle.until() : Optional.empty();
    draft.apply(
        new AttemptPaused(
            next,
            AttemptEvent.WAIT,
            notBefore.filter(until::isBefore).or(() -> Optional.of(until)),
            reason));
    return true;
  }

  /// The first line of a failure; its class if it has no words.
  private static String words(Reason failure) {
    return failure
        .message()
        .lines()
        .findFirst()
        .filter(line -> !line.isBlank())
        .orElse(Machine.wireName(failure.code()));
  }

  /// Creates attempt n+1 of a failed job in a live run, and of the jobs that were skipped because
  /// of it.
  static Decision retryManually(DecisionDraft draft, int index) {
    Optional<Decision> refusal = refusal(draft, index);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    createNext(draft, index, "retried by " + draft.actor().name());
    retrySkipped(draft, index);
    JobReadiness.evaluateIfDue(draft, index);
    return draft.accepted();
  }

  private static void retrySkipped(DecisionDraft draft, int index) {
    Deque<Integer> open = new ArrayDeque<>(List.of(index));
    Set<Integer> seen = new LinkedHashSet<>(open);
    while (!open.isEmpty()) {
      int before = open.pop();
      for (int dependent : draft.job(before).dependents()) {
        if (wasSkippedFor(draft.run(), draft.job(before), draft.job(dependent))) {
          createNext(draft, dependent, "a job that it needs is retried");
          open.add(dependent);
        } else if (draft.job(dependent).isOver() && seen.add(dependent)) {
          open.add(dependent); // keeps its result, but jobs behind it may depend on its ancestors
        }
      }
    }
  }

  /// Whether the job was skipped because of `need`: by the result of the need, by its own `if`, or,
  /// if the need keeps its result, by something further up.
  private static boolean wasSkippedFor(Run run, Job need, Job job) {
    ReasonCode why = job.attempt().reason().code();
    if (job.attempt().state() != AttemptState.SKIPPED
        || (why != ReasonCode.UPSTREAM && why != ReasonCode.CONDITION)) {
      return false;
    }
    return need.isOver()
        ? JobConditions.mayChangeWithAncestors(run, job)
        : why == ReasonCode.UPSTREAM || JobConditions.mayChangeWithResults(run, job);
  }

  /// Skips a failed job: a new attempt that is skipped, so that the run continues without it.
  static Decision skip(DecisionDraft draft, int index, Actor by) {
    Optional<Decision> refusal = refusal(draft, index);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    String why = "skipped by " + by.name();
    createNext(draft, index, why);
    retrySkipped(draft, index);
    draft.apply(
        new AttemptMoved(
            draft.job(index).ref(), AttemptEvent.SKIP, Reason.of(ReasonCode.USER, why)));
    AttemptCompletion.continueAfter(draft, index);
    return draft.accepted();
  }

  private static void createNext(DecisionDraft draft, int index, String why) {
    AttemptRef before = draft.job(index).ref();
    draft.apply(
        new AttemptCreated(
            new AttemptRef(index, before.attempt() + 1), Reason.of(ReasonCode.USER, why)));
  }

  private static Optional<Decision> refusal(DecisionDraft draft, int index) {
    Run run = draft.run();
    if (index < 0 || index >= run.jobs().size()) {
      return Optional.of(Engine.refuse(UNKNOWN, "there is no such job"));
    }
    boolean isWrappingUp = run.job(PlannedJob.HOOKS).isPresent();
    if (run.isOver()) {
      return Optional.of(
          Engine.refuse(
              ALREADY_ENDED,
              "%s. Use `pawl rerun` to start another.".formatted(Engine.endOf(run))));
    }
    if (run.cancel().isPresent() || isWrappingUp) {
      return Optional.of(
          Engine.refuse(
              WRONG_STATE,
              "the run is %s. Use `pawl rerun` to start another."
                  .formatted(Machine.wireName(run.state()))));
    }
    Job job = run.job(index);
    if (job.attempt().state().isFailure()) {
      return Optional.empty();
    }
    return Optional.of(
        job.isOver()
            ? Engine.refuse(ALREADY_ENDED, Engine.endOf(job))
            : Engine.wrongState("retry", job.attempt()));
  }

  /// Starts the next run attempt of the same lineage, if the workflow's `retry` allows it.
  static void retryRunByPolicy(DecisionDraft draft) {
    Run run = draft.run();
    RunPolicy policy = run.plan().policy();
    Origin origin = run.origin();
    if (!Reruns.isRetriedByPolicy(run)) {
      return;
    }
    String opened =
        origin.lineage().opened().isEmpty() ? run.id().value() : origin.lineage().opened();
    int retries = origin.lineage().retries() + 1;
    var lineage = new Origin.Lineage(opened, origin.lineage().attempt() + 1, retries);
    Duration backoff = policy.backoff().after(retries, opened);
    var id = new RunId(opened + "." + retries);
    draft.addEffect(new Effect.StartRun(id, origin.again(lineage, draft.now()), run.id(), backoff));
  }

  private Retries() {}
}

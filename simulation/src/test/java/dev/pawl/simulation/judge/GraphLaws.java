package dev.pawl.simulation.judge;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/// Nothing moves before its needs allow it, and what is skipped says why. The conditions are
/// evaluated here once more, from the words of the design.
final class GraphLaws implements Invariant {

  private final Verdict verdict;

  GraphLaws(Verdict verdict) {
    this.verdict = verdict;
  }

  @Override
  public void line(Line line) {
    switch (line.cause()) {
      case Event.AttemptMoved(var ref, var row, var reason) when row == AttemptEvent.SKIP ->
          hasCause(line, ref, reason);
      case Event.AttemptMoved(var ref, var row, _) when row == AttemptEvent.ENQUEUE ->
          mayGoOn(line, ref);
      case Event.AttemptPaused(var ref, _, _, var reason)
          when reason.code() != ReasonCode.BACKOFF ->
          mayGoOn(line, ref);
      default -> {}
    }
  }

  private void hasCause(Line line, AttemptRef ref, Reason reason) {
    boolean isCause =
        switch (reason.code()) {
          case CONDITION, UPSTREAM, FILTER, USER, REUSED -> true;
          default -> false;
        };
    if (reason.message().isEmpty() || !isCause) {
      verdict.broken(Law.SKIP_HAS_CAUSE, "%s: %s".formatted(line, reason));
    }
    if (reason.code() == ReasonCode.UPSTREAM && allWell(line.before(), ref.job())) {
      verdict.broken(Law.SKIP_HAS_CAUSE, line + ", though all that it needs went well");
    }
    Job job = line.before().job(ref.job());
    boolean isByCondition =
        reason.code() == ReasonCode.UPSTREAM || reason.code() == ReasonCode.CONDITION;
    if (isByCondition && holds(line.before(), job, job.planned().policy().condition())) {
      verdict.broken(Law.SKIP_HAS_CAUSE, line + ", though its condition holds");
    }
  }

  private void mayGoOn(Line line, AttemptRef ref) {
    Run run = line.before();
    Job job = run.job(ref.job());
    for (int need : job.planned().needs()) {
      if (!run.job(need).isOver()) {
        verdict.broken(
            Law.NEEDS_FIRST, line + ", before " + run.job(need).planned().id() + " ended");
        return;
      }
    }
    if (!holds(run, job, job.planned().policy().condition())) {
      verdict.broken(Law.NEEDS_FIRST, line + ", though its condition does not hold");
    }
  }

  private static boolean holds(Run run, Job job, Condition condition) {
    return switch (condition) {
      case Condition.Success _ -> allWell(run, job.index());
      case Condition.Failure _ -> anyFailed(run, job.index());
      case Condition.Always _ -> true;
      case Condition.Cancelled _ -> run.cancel().isPresent();
      case Condition.Known(var known, _) -> known;
      case Condition.NeedIs(var need, var wanted) -> seen(run.job(need)) == wanted;
      case Condition.OutputIs(var need, var name, var value) ->
          run.job(need).attempt() instanceof Attempt.Ended ended
              ? ended.outputs().getOrDefault(name, "").equals(value)
              : value.isEmpty();
      case Condition.Not(var inner) -> !holds(run, job, inner);
      case Condition.All(var inner) -> inner.stream().allMatch(one -> holds(run, job, one));
      case Condition.Any(var inner) -> inner.stream().anyMatch(one -> holds(run, job, one));
    };
  }

  private static boolean allWell(Run run, int index) {
    return ancestors(run, index).allMatch(GraphLaws::wentWell);
  }

  private static boolean wentWell(Job job) {
    boolean byHand =
        seen(job) == AttemptState.SKIPPED
            && job.attempt() instanceof Attempt.Ended ended
            && ended.why() == ReasonCode.USER;
    return seen(job) == AttemptState.SUCCESS || byHand;
  }

  private static boolean anyFailed(Run run, int index) {
    return ancestors(run, index).anyMatch(job -> isFailure(seen(job)));
  }

  /// All that had to end before the job, one way or another: walked here, where the engine keeps
  /// count. What is not over has come to nothing yet.
  private static Stream<Job> ancestors(Run run, int index) {
    Deque<Integer> open = new ArrayDeque<>(run.job(index).planned().needs());
    Set<Integer> found = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      Job job = run.job(open.pop());
      if (job.isOver() && found.add(job.index())) {
        open.addAll(job.planned().needs());
      }
    }
    return found.stream().map(run::job);
  }

  /// A job's result as those that need it see it.
  private static AttemptState seen(Job job) {
    AttemptState result =
        job.attempt() instanceof Attempt.Ended ended ? ended.result() : job.attempt().state();
    return isFailure(result) && job.planned().policy().continueOnError()
        ? AttemptState.SUCCESS
        : result;
  }

  private static boolean isFailure(AttemptState state) {
    return state == AttemptState.FAILED
        || state == AttemptState.TIMED_OUT
        || state == AttemptState.LOST;
  }
}

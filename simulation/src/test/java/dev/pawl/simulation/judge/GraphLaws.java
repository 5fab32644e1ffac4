package dev.pawl.simulation.judge;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Scope;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.expression.ExpressionError;

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
    Job job = line.before().job(ref.job());
    boolean isInACall = job.planned().scope() != Scope.WORKFLOW;
    boolean isAllWell = new Asking(line.before()).allWell(job);
    if (reason.code() == ReasonCode.UPSTREAM && isAllWell && !isInACall) {
      verdict.broken(Law.SKIP_HAS_CAUSE, line + ", though all that it needs went well");
    }
    boolean isByCondition =
        reason.code() == ReasonCode.UPSTREAM || reason.code() == ReasonCode.CONDITION;
    if (isByCondition && may(line.before(), job) != May.NOT) {
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
    May may = may(run, job);
    boolean isRefused = line.cause().reason().code() == ReasonCode.USER;
    if (may == May.NOT || (may == May.NOBODY_KNOWS && !isRefused)) {
      verdict.broken(Law.NEEDS_FIRST, line + ", though its condition does not hold");
    }
  }

  /// Whether a job may run. Of one whose condition comes to nothing, nobody knows.
  private enum May {
    RUN,
    NOT,
    NOBODY_KNOWS
  }

  private static May may(Run run, Job job) {
    try {
      return new Asking(run).holds(job) ? May.RUN : May.NOT;
    } catch (ExpressionError e) {
      return May.NOBODY_KNOWS;
    }
  }
}

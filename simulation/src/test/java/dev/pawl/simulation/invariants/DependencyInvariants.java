package dev.pawl.simulation.invariants;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.expression.ExpressionError;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;

/// Nothing moves before its needs allow it, and what is skipped says why. The conditions are
/// evaluated here once more, from the words of the design.
final class DependencyInvariants implements InvariantCheck {

  private final ViolationRecorder verdict;

  DependencyInvariants(ViolationRecorder verdict) {
    this.verdict = verdict;
  }

  @Override
  public void line(ObservedTransition line) {
    switch (line.cause()) {
      case DomainEvent.AttemptMoved(var ref, var row, var reason) when row == AttemptEvent.SKIP ->
          hasCause(line, ref, reason);
      case DomainEvent.AttemptMoved(var ref, var row, _) when row == AttemptEvent.ENQUEUE ->
          mayGoOn(line, ref);
      case DomainEvent.AttemptPaused(var ref, _, _, var reason)
          when reason.code() != ReasonCode.BACKOFF ->
          mayGoOn(line, ref);
      default -> {}
    }
  }

  private void hasCause(ObservedTransition line, AttemptRef ref, Reason reason) {
    boolean isCause =
        switch (reason.code()) {
          case CONDITION, UPSTREAM, FILTER, USER, REUSED -> true;
          default -> false;
        };
    if (reason.message().isEmpty() || !isCause) {
      verdict.violated(Invariant.SKIP_HAS_CAUSE, "%s: %s".formatted(line, reason));
    }
    Job job = line.before().job(ref.job());
    boolean isInACall = job.planned().scope() != WorkflowScope.WORKFLOW;
    boolean isAllWell = new ReferenceConditions(line.before()).allWell(job);
    if (reason.code() == ReasonCode.UPSTREAM && isAllWell && !isInACall) {
      verdict.violated(Invariant.SKIP_HAS_CAUSE, line + ", though all that it needs went well");
    }
    boolean isByCondition =
        reason.code() == ReasonCode.UPSTREAM || reason.code() == ReasonCode.CONDITION;
    if (isByCondition && may(line.before(), job) != Permission.NOT) {
      verdict.violated(Invariant.SKIP_HAS_CAUSE, line + ", though its condition holds");
    }
  }

  private void mayGoOn(ObservedTransition line, AttemptRef ref) {
    Run run = line.before();
    Job job = run.job(ref.job());
    for (int need : job.planned().needs()) {
      if (!run.job(need).isOver()) {
        verdict.violated(
            Invariant.NEEDS_FIRST, line + ", before " + run.job(need).planned().id() + " ended");
        return;
      }
    }
    Permission may = may(run, job);
    boolean isRefused = line.cause().reason().code() == ReasonCode.USER;
    if (may == Permission.NOT || (may == Permission.NOBODY_KNOWS && !isRefused)) {
      verdict.violated(Invariant.NEEDS_FIRST, line + ", though its condition does not hold");
    }
  }

  /// Whether a job may run. Of one whose condition comes to nothing, nobody knows.
  private enum Permission {
    RUN,
    NOT,
    NOBODY_KNOWS
  }

  private static Permission may(Run run, Job job) {
    try {
      return new ReferenceConditions(run).holds(job) ? Permission.RUN : Permission.NOT;
    } catch (ExpressionError e) {
      return Permission.NOBODY_KNOWS;
    }
  }
}

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

/// Checks that no job starts before its needs allow it, and that every skip has a cause. It
/// evaluates the conditions again, from the text of the design.
final class DependencyInvariants implements InvariantCheck {

  private final ViolationRecorder violations;

  DependencyInvariants(ViolationRecorder violations) {
    this.violations = violations;
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
      violations.violated(Invariant.SKIP_HAS_CAUSE, "%s: %s".formatted(line, reason));
    }
    Job job = line.before().job(ref.job());
    boolean isInACall = job.planned().scope() != WorkflowScope.WORKFLOW;
    boolean isAllWell = new ReferenceConditions(line.before()).allWell(job);
    if (reason.code() == ReasonCode.UPSTREAM && isAllWell && !isInACall) {
      violations.violated(Invariant.SKIP_HAS_CAUSE, line + ", though all that it needs went well");
    }
    boolean isByCondition =
        reason.code() == ReasonCode.UPSTREAM || reason.code() == ReasonCode.CONDITION;
    if (isByCondition && may(line.before(), job) != Permission.NOT) {
      violations.violated(Invariant.SKIP_HAS_CAUSE, line + ", though its condition holds");
    }
  }

  private void mayGoOn(ObservedTransition line, AttemptRef ref) {
    Run run = line.before();
    Job job = run.job(ref.job());
    for (int need : job.planned().needs()) {
      if (!run.job(need).isOver()) {
        violations.violated(
            Invariant.NEEDS_FIRST, line + ", before " + run.job(need).planned().id() + " ended");
        return;
      }
    }
    Permission may = may(run, job);
    boolean isRefused = line.cause().reason().message().equals("it cannot be evaluated");
    if (may == Permission.NOT || (may == Permission.NOBODY_KNOWS && !isRefused)) {
      violations.violated(Invariant.NEEDS_FIRST, line + ", though its condition does not hold");
    }
  }

  /// Whether a job may run; unknown if its condition cannot be evaluated.
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

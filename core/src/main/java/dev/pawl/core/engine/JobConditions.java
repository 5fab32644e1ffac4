package dev.pawl.core.engine;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobExpressionContext;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.UpstreamOutcome;
import dev.pawl.expression.ExpressionError;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Decides whether a job whose needs have all ended runs: first the calls that contain it, then its
/// needs, then its `if`.
final class JobConditions {

  /// The reason to skip the job; empty if it runs.
  ///
  /// @throws TextEvaluationException if a condition cannot be evaluated
  static Optional<Reason> skipReason(Run run, Job job) throws TextEvaluationException {
    var context = JobExpressionContext.on(run);
    for (int call : context.callsAround(job)) {
      WorkflowScope callScope = run.plan().scope(call);
      ExpressionScope scope = context.ofCall(call);
      if (!holds(callScope.condition(), scope)) {
        Reason reason = reason(run, callScope.condition(), scope, context.neededBy(call));
        return Optional.of(
            Reason.of(reason.code(), "%s: %s".formatted(callScope.id(), reason.message())));
      }
    }
    Condition condition = job.planned().policy().condition();
    if (condition.equals(Condition.SUCCESS) && job.upstream().isAllSuccessful()) {
      return Optional.empty();
    }
    ExpressionScope scope = context.of(job);
    return holds(condition, scope)
        ? Optional.empty()
        : Optional.of(reason(run, condition, scope, job.planned().needs()));
  }

  private static boolean holds(Condition condition, ExpressionScope scope)
      throws TextEvaluationException {
    try {
      return condition.holds(scope);
    } catch (ExpressionError e) {
      throw new TextEvaluationException("if: %s: %s".formatted(condition.text(), e.message()));
    }
  }

  private static Reason reason(
      Run run, Condition condition, ExpressionScope scope, List<Integer> needs) {
    boolean isUpstreams = condition.wantsSuccess() && !scope.holds("success");
    if (isUpstreams && !condition.isRuledOut(scope)) {
      for (int need : needs) {
        if (!run.job(need).hasSucceeded()) {
          return needReason(run.job(need));
        }
      }
      for (int need : needs) {
        if (run.job(need).outcome() != UpstreamOutcome.SUCCEEDED) {
          return ancestorReason(run.job(need));
        }
      }
    }
    return Reason.of(ReasonCode.CONDITION, "if: " + condition.explain(scope));
  }

  /// Whether the conditions of the job may become true when its needs end with other results.
  static boolean mayChangeWithResults(Run run, Job job) {
    return depend(run, job, Condition::dependsOnResults);
  }

  /// Whether the conditions of the job may become true when a job further up ends with another
  /// result.
  static boolean mayChangeWithAncestors(Run run, Job job) {
    return depend(run, job, Condition::dependsOnAncestors);
  }

  private static boolean depend(Run run, Job job, Predicate<Condition> wanted) {
    var context = JobExpressionContext.on(run);
    Condition own = job.planned().policy().condition();
    boolean isRuledOut = own.isRuledOut(context.of(job));
    boolean depends = wanted.test(own);
    for (int call : context.callsAround(job)) {
      Condition callers = run.plan().scope(call).condition();
      isRuledOut |= callers.isRuledOut(context.ofCall(call));
      depends |= wanted.test(callers);
    }
    return depends && !isRuledOut;
  }

  /// A job behind one that a rule skipped is skipped by a rule too; behind a failure it stays
  /// `upstream`.
  private static Reason needReason(Job need) {
    boolean byRule =
        need.result() == AttemptState.SKIPPED && need.resultReason() != ReasonCode.UPSTREAM;
    return Reason.of(
        byRule ? ReasonCode.CONDITION : ReasonCode.UPSTREAM,
        "needs %s, which %s".formatted(need.planned().name(), words(need.result())));
  }

  private static String words(AttemptState result) {
    return switch (result) {
      case FAILED -> "failed";
      case TIMED_OUT -> "timed out";
      case SUCCESS -> "succeeded";
      case SKIPPED, CANCELLED, LOST -> "was " + Machine.wireName(result);
      case PENDING,
          HELD,
          WAITING,
          QUEUED,
          LEASED,
          STARTING,
          RUNNING,
          UPLOADING,
          RECOVERING,
          CANCELLING ->
          "is " + Machine.wireName(result);
    };
  }

  /// The need itself succeeded, but something before it did not.
  private static Reason ancestorReason(Job need) {
    return Reason.of(
        need.outcome() == UpstreamOutcome.SKIPPED ? ReasonCode.CONDITION : ReasonCode.UPSTREAM,
        "needs %s, and a job before it %s"
            .formatted(
                need.planned().id(),
                switch (need.outcome()) {
                  case FAILED -> "failed";
                  case CANCELLED -> "was cancelled";
                  case SKIPPED -> "was skipped";
                  case OPEN, SUCCEEDED -> "is not over";
                }));
  }

  private JobConditions() {}
}

package dev.pawl.core.engine;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.plan.Scope;
import dev.pawl.core.plan.Sight;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Legacy;
import dev.pawl.core.run.Perspective;
import dev.pawl.core.run.Run;
import dev.pawl.expression.ExpressionError;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Whether a job whose needs have all ended runs, and if not, why: the calls that it is in first,
/// then needs, then `if`.
final class Conditions {

  /// Why the job does not run; nothing if it does.
  ///
  /// @throws RenderingFailure if a condition cannot be evaluated
  static Optional<Reason> against(Run run, Job job) throws RenderingFailure {
    var perspective = Perspective.on(run);
    for (int call : perspective.callsAround(job)) {
      Scope scope = run.plan().scope(call);
      Sight sight = perspective.ofCall(call);
      if (!holds(scope.condition(), sight)) {
        Reason reason = reason(run, scope.condition(), sight, perspective.neededBy(call));
        return Optional.of(
            Reason.of(reason.code(), "%s: %s".formatted(scope.id(), reason.message())));
      }
    }
    Condition condition = job.planned().policy().condition();
    if (condition.equals(Condition.SUCCESS) && job.upstream().isWell()) {
      return Optional.empty();
    }
    Sight sight = perspective.of(job);
    return holds(condition, sight)
        ? Optional.empty()
        : Optional.of(reason(run, condition, sight, job.planned().needs()));
  }

  private static boolean holds(Condition condition, Sight sight) throws RenderingFailure {
    try {
      return condition.holds(sight);
    } catch (ExpressionError e) {
      throw new RenderingFailure("if: %s: %s".formatted(condition.text(), e.message()));
    }
  }

  private static Reason reason(Run run, Condition condition, Sight sight, List<Integer> needs) {
    boolean isUpstreams = condition.wantsSuccess() && !sight.holds("success");
    if (isUpstreams && !condition.isRuledOut(sight)) {
      for (int need : needs) {
        if (!run.job(need).wentWell()) {
          return unmet(run.job(need));
        }
      }
      for (int need : needs) {
        if (run.job(need).legacy() != Legacy.WELL) {
          return unmetBefore(run.job(need));
        }
      }
    }
    return Reason.of(ReasonCode.CONDITION, "if: " + condition.explained(sight));
  }

  /// Whether the conditions that decide about the job may hold once its needs have come to other
  /// results.
  static boolean dependOnResults(Run run, Job job) {
    return depend(run, job, Condition::dependsOnResults);
  }

  /// Whether they may hold once something has come to another result that the job does not need
  /// itself.
  static boolean dependOnAncestors(Run run, Job job) {
    return depend(run, job, Condition::dependsOnAncestors);
  }

  private static boolean depend(Run run, Job job, Predicate<Condition> wanted) {
    var perspective = Perspective.on(run);
    Condition own = job.planned().policy().condition();
    boolean isRuledOut = own.isRuledOut(perspective.of(job));
    boolean depends = wanted.test(own);
    for (int call : perspective.callsAround(job)) {
      Condition callers = run.plan().scope(call).condition();
      isRuledOut |= callers.isRuledOut(perspective.ofCall(call));
      depends |= wanted.test(callers);
    }
    return depends && !isRuledOut;
  }

  /// What a rule skipped, a rule skips on; what an upstream took away stays taken away.
  private static Reason unmet(Job need) {
    boolean byRule = need.result() == AttemptState.SKIPPED && need.why() != ReasonCode.UPSTREAM;
    return Reason.of(
        byRule ? ReasonCode.CONDITION : ReasonCode.UPSTREAM,
        "needs %s, which is %s".formatted(need.planned().id(), Machine.wireName(need.result())));
  }

  /// The need itself went well.
  private static Reason unmetBefore(Job need) {
    return Reason.of(
        need.legacy() == Legacy.SKIPPED ? ReasonCode.CONDITION : ReasonCode.UPSTREAM,
        "needs %s, before which something %s"
            .formatted(
                need.planned().id(),
                switch (need.legacy()) {
                  case FAILED -> "failed";
                  case CANCELLED -> "was cancelled";
                  case SKIPPED -> "was skipped";
                  case OPEN, WELL -> "is not over";
                }));
  }

  private Conditions() {}
}

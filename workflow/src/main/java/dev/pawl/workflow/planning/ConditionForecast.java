package dev.pawl.workflow.planning;

import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.expression.ExpressionError;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.text.TemplateText;

/// The value of a job's `if` as far as it is known before any job has run.
///
/// @param reason why the job runs or is skipped, for people; empty where there is no `if`
record ConditionForecast(Condition condition, Kind kind, String reason) {

  enum Kind {
    /// True, unless an earlier job fails.
    HOLDS,
    /// False, whatever the results of other jobs are.
    RULED_OUT,
    /// Depends on the results of other jobs.
    OPEN
  }

  static final ConditionForecast DEFAULT = new ConditionForecast(Condition.SUCCESS, Kind.HOLDS, "");

  /// The forecast for a job or a call.
  static ConditionForecast of(
      JobDefinition job, PlanTimeContext known, ExpressionScope sight, PlanErrors troubles) {
    if (job.condition().isEmpty()) {
      return DEFAULT;
    }
    TemplateText text = job.condition().get();
    try {
      return of(Condition.parse(text.source()), known, sight);
    } catch (ExpressionError e) {
      troubles.error(text.position(), "`if`: " + e.message(), "");
      return DEFAULT;
    }
  }

  private static ConditionForecast of(
      Condition condition, PlanTimeContext known, ExpressionScope sight) {
    boolean isDecided =
        condition.functions().isEmpty() && known.canEvaluate(condition.references());
    if (!isDecided) {
      return new ConditionForecast(condition, Kind.OPEN, "if: " + condition.text());
    }
    return condition.isRuledOut(sight)
        ? new ConditionForecast(
            condition, Kind.RULED_OUT, "skipped: if: " + condition.explain(sight))
        : new ConditionForecast(condition, Kind.HOLDS, "if: " + condition.explain(sight));
  }

  boolean isFalse() {
    return kind == Kind.RULED_OUT;
  }
}

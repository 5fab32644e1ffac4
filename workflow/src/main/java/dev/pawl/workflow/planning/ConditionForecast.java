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
    TRUE,
    /// False, whatever the results of other jobs are.
    FALSE,
    /// Depends on the results of other jobs.
    OPEN
  }

  static final ConditionForecast DEFAULT = new ConditionForecast(Condition.SUCCESS, Kind.TRUE, "");

  /// The forecast for a job or a call.
  static ConditionForecast of(
      JobDefinition job, PlanTimeContext context, ExpressionScope jobScope, PlanErrors errors) {
    if (job.condition().isEmpty()) {
      return DEFAULT;
    }
    TemplateText text = job.condition().get();
    try {
      return of(Condition.parse(text.source()), context, jobScope);
    } catch (ExpressionError e) {
      errors.error(text.position(), "`if`: " + e.message(), "");
      return DEFAULT;
    }
  }

  private static ConditionForecast of(
      Condition condition, PlanTimeContext context, ExpressionScope jobScope) {
    boolean isDecided =
        condition.functions().isEmpty() && context.canEvaluate(condition.references());
    if (!isDecided) {
      return new ConditionForecast(condition, Kind.OPEN, "if: " + condition.text());
    }
    return condition.isRuledOut(jobScope)
        ? new ConditionForecast(
            condition, Kind.FALSE, "skipped: if: " + condition.explain(jobScope))
        : new ConditionForecast(condition, Kind.TRUE, "if: " + condition.explain(jobScope));
  }

  boolean isFalse() {
    return kind == Kind.FALSE;
  }
}

package dev.pawl.workflow.planning;

import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.core.plan.expression.PlanContexts;

/// The input of planning besides the workflow.
///
/// @param contexts the event, and whatever else is known before any job has run
/// @param reason why the workflow is started, such as the changed file that matched a filter; empty
///   where it is not shown
/// @param limits the operator's limits, within which the plan is
public record PlanRequest(PlanContexts contexts, String reason, OperatorLimits limits) {

  /// A request with the default limits.
  public PlanRequest(PlanContexts contexts, String reason) {
    this(contexts, reason, OperatorLimits.DEFAULT);
  }

  /// A request without any context.
  public static final PlanRequest NONE = new PlanRequest(PlanContexts.NONE, "");
}

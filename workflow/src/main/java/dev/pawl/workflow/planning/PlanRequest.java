package dev.pawl.workflow.planning;

import dev.pawl.core.plan.expression.PlanContexts;

/// What a workflow is planned for.
///
/// @param contexts the event, and what else is known before any job has run
/// @param reason why the workflow is started at all, such as the file that a filter let in; empty
///   where nobody asks
public record PlanRequest(PlanContexts contexts, String reason) {

  /// Nothing is known.
  public static final PlanRequest NONE = new PlanRequest(PlanContexts.NONE, "");
}

package dev.pawl.workflow;

import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.planning.PlanBuilder;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;

/// Turns a workflow into the plan of a run: actions and calls are expanded, a matrix becomes its
/// cells, needs become indices, and every job has a reason. A text that depends on other jobs stays
/// unevaluated until they have finished.
///
/// Pure: the same workflow and request give the same plan.
public final class Planner {

  public static PlanResult plan(Workflow workflow, PlanRequest circumstances) {
    return new PlanBuilder(circumstances).plan(workflow);
  }

  private Planner() {}
}

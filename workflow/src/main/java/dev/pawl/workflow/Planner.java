package dev.pawl.workflow;

import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.planning.PlanBuilder;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;

/// Turns what a file says into what a run will do: actions and calls are in their places, a matrix
/// is its cells, every need is an index, and every job has the reason why it is there. What looks
/// at other jobs stays a text until they are over.
///
/// Pure: the same workflow in the same circumstances gives the same plan.
public final class Planner {

  public static PlanResult plan(Workflow workflow, PlanRequest circumstances) {
    return new PlanBuilder(circumstances).plan(workflow);
  }

  private Planner() {}
}

package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Plan;
import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.Diagnostics;
import java.util.List;
import java.util.Map;

/// The result of planning.
public sealed interface PlanResult {

  /// A plan. Each job has the reason why it is in it.
  ///
  /// @param skipped the reason, by index, of each job that is already known to be skipped
  record Planned(Plan plan, Map<Integer, String> skipped) implements PlanResult {
    public Planned {
      skipped = Map.copyOf(skipped);
    }
  }

  /// No plan; the errors say why. They may be in other files than the workflow's.
  ///
  /// @param omitted how many more errors there are
  record Rejected(List<Diagnostic> errors, Diagnostics.Omitted omitted) implements PlanResult {
    public Rejected {
      errors = List.copyOf(errors);
    }
  }
}

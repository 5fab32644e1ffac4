package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Plan;
import dev.pawl.workflow.diagnostics.Diagnostic;
import java.util.List;
import java.util.Map;

/// What planning gives.
public sealed interface PlanResult {

  /// A plan. Each job in it says why it is there.
  ///
  /// @param skipped why, by the index of each job that is already known to be
  record Planned(Plan plan, Map<Integer, String> skipped) implements PlanResult {
    public Planned {
      skipped = Map.copyOf(skipped);
    }
  }

  /// There is none; the errors say why. They may be in other files than the workflow's.
  ///
  /// @param omitted how many more there are
  record Rejected(List<Diagnostic> errors, int omitted) implements PlanResult {
    public Rejected {
      errors = List.copyOf(errors);
    }
  }
}

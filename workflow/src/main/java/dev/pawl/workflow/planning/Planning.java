package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Plan;
import dev.pawl.workflow.diagnostics.Diagnostic;
import java.util.List;

/// What planning gives.
public sealed interface Planning {

  /// A plan. Each job in it says why it is there, and whether it is already known to be skipped.
  record Planned(Plan plan, List<Diagnostic> warnings) implements Planning {
    public Planned {
      warnings = List.copyOf(warnings);
    }
  }

  /// There is none; the errors say why. They may be in other files than the workflow's.
  record Refused(List<Diagnostic> errors) implements Planning {
    public Refused {
      errors = List.copyOf(errors);
    }
  }
}

package dev.pawl.workflow;

import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.model.Workflow;
import java.util.Optional;

/// The result of reading a workflow file.
///
/// Invariant: a workflow without errors, or at least one error.
public sealed interface WorkflowReadResult {

  Diagnostics diagnostics();

  /// A valid workflow. There may be warnings.
  record Accepted(Workflow accepted, Diagnostics diagnostics) implements WorkflowReadResult {}

  /// Not a valid workflow; the diagnostics say why.
  record Rejected(Diagnostics diagnostics) implements WorkflowReadResult {}

  default Optional<Workflow> workflow() {
    return switch (this) {
      case Accepted(Workflow read, _) -> Optional.of(read);
      case Rejected _ -> Optional.empty();
    };
  }
}

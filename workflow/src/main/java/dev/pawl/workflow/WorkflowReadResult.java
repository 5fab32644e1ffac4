package dev.pawl.workflow;

import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.model.Workflow;
import java.util.Optional;

/// What reading a file gives.
///
/// Invariant: a workflow without any error, or at least one error.
public sealed interface WorkflowReadResult {

  Diagnostics diagnostics();

  /// The file is a workflow. There may be warnings.
  record Accepted(Workflow accepted, Diagnostics diagnostics) implements WorkflowReadResult {}

  /// The file is none; the diagnostics say why.
  record Rejected(Diagnostics diagnostics) implements WorkflowReadResult {}

  default Optional<Workflow> workflow() {
    return switch (this) {
      case Accepted(Workflow read, _) -> Optional.of(read);
      case Rejected _ -> Optional.empty();
    };
  }
}

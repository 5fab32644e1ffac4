package dev.pawl.workflow.action;

import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.model.step.CompositeAction;
import java.util.Optional;

/// What reading an `action.yml` gives.
///
/// Invariant: an action without any error, or at least one error.
public sealed interface ActionReadResult {

  Diagnostics diagnostics();

  /// The file is a composite action. There may be warnings.
  record Accepted(CompositeAction accepted, Diagnostics diagnostics) implements ActionReadResult {}

  /// The file is an action of a kind that cannot be had.
  ///
  /// @param using what it runs using, such as `node20`
  record Unsupported(String using, Diagnostics diagnostics) implements ActionReadResult {}

  /// The file is none; the diagnostics say why.
  record Rejected(Diagnostics diagnostics) implements ActionReadResult {}

  default Optional<CompositeAction> action() {
    return switch (this) {
      case Accepted(CompositeAction read, _) -> Optional.of(read);
      case Unsupported _, Rejected _ -> Optional.empty();
    };
  }
}

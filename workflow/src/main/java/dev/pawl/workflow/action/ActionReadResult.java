package dev.pawl.workflow.action;

import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.model.step.CompositeAction;
import java.util.Optional;

/// The result of reading an `action.yml`.
///
/// Invariant: an action without errors, or at least one error.
public sealed interface ActionReadResult {

  Diagnostics diagnostics();

  /// A valid composite action. There may be warnings.
  record Accepted(CompositeAction accepted, Diagnostics diagnostics) implements ActionReadResult {}

  /// An action of a kind that is not supported.
  ///
  /// @param using its runtime, such as `node20`
  record Unsupported(String using, Diagnostics diagnostics) implements ActionReadResult {}

  /// Not a valid action; the diagnostics say why.
  record Rejected(Diagnostics diagnostics) implements ActionReadResult {}

  default Optional<CompositeAction> action() {
    return switch (this) {
      case Accepted(CompositeAction read, _) -> Optional.of(read);
      case Unsupported _, Rejected _ -> Optional.empty();
    };
  }
}

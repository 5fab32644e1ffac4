package dev.pawl.workflow.action;

import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.model.CompositeAction;
import java.util.Optional;

/// What reading an `action.yml` gives.
///
/// Invariant: an action without any error, or at least one error.
public sealed interface ActionReading {

  Diagnostics diagnostics();

  /// The file is a composite action. There may be warnings.
  record Accepted(CompositeAction read, Diagnostics diagnostics) implements ActionReading {}

  /// The file is an action of a kind that cannot be had.
  ///
  /// @param using what it runs using, such as `node20`
  record Foreign(String using, Diagnostics diagnostics) implements ActionReading {}

  /// The file is none; the diagnostics say why.
  record Refused(Diagnostics diagnostics) implements ActionReading {}

  default Optional<CompositeAction> action() {
    return switch (this) {
      case Accepted(CompositeAction read, _) -> Optional.of(read);
      case Foreign _, Refused _ -> Optional.empty();
    };
  }
}

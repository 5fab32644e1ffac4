package dev.pawl.workflow.planning;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.Severity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// Collects the errors of planning, each once. Errors beyond the limit are only counted. Warnings
/// have been reported when the file was read.
final class PlanErrors {

  private static final int MAX = 50;

  private final SequencedSet<Diagnostic> errors = new LinkedHashSet<>();
  private int omitted;

  void error(Position position, String message, String hint) {
    var error = new Diagnostic(Severity.ERROR, position, message, hint);
    if (errors.size() < MAX) {
      errors.add(error);
    } else if (!errors.contains(error)) {
      omitted++;
    }
  }

  boolean hasErrors() {
    return !errors.isEmpty();
  }

  PlanResult.Rejected rejected() {
    return new PlanResult.Rejected(List.copyOf(errors), new Diagnostics.Omitted(omitted, 0));
  }
}

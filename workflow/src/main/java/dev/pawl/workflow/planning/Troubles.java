package dev.pawl.workflow.planning;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.Severity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// What is found to be wrong while a plan is made, each thing once. What is found beyond the limit
/// is not told.
final class Troubles {

  private static final int MOST = 50;

  private final SequencedSet<Diagnostic> errors = new LinkedHashSet<>();
  private final SequencedSet<Diagnostic> warnings = new LinkedHashSet<>();

  void error(Position position, String message, String hint) {
    add(errors, new Diagnostic(Severity.ERROR, position, message, hint));
  }

  void errors(List<Diagnostic> found) {
    found.forEach(one -> add(errors, one));
  }

  void warning(Position position, String message, String hint) {
    add(warnings, new Diagnostic(Severity.WARNING, position, message, hint));
  }

  private static void add(SequencedSet<Diagnostic> some, Diagnostic one) {
    if (some.size() < MOST) {
      some.add(one);
    }
  }

  List<Diagnostic> errors() {
    return List.copyOf(errors);
  }

  List<Diagnostic> warnings() {
    return List.copyOf(warnings);
  }
}

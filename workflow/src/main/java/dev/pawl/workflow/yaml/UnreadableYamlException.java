package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;

/// Ends the reading of a file that cannot be understood any further. It never leaves this package.
final class UnreadableYamlException extends RuntimeException {

  private final transient Position position;
  private final String message;
  private final String hint;

  UnreadableYamlException(Position position, String message, String hint) {
    super(message, null, false, false);
    this.position = position;
    this.message = message;
    this.hint = hint;
  }

  void reportTo(DiagnosticCollector findings) {
    findings.error(position, message, hint);
  }
}

package dev.pawl.workflow.diagnostics;

/// An error or a warning about a file.
///
/// Invariant: message and hint are one printable line each, whatever the file contains, so that a
/// hostile file cannot control a terminal.
///
/// @param message what is wrong, without a full stop
/// @param hint what to do about it; empty where there is nothing useful to say
public record Diagnostic(Severity severity, Position position, String message, String hint) {

  public Diagnostic {
    message = PrintableText.line(message);
    hint = PrintableText.line(hint);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /// The first line of the rendered diagnostic, as compilers print it.
  @Override
  public String toString() {
    return PrintableText.line(position.toString()) + ": " + severity.label() + ": " + message;
  }
}

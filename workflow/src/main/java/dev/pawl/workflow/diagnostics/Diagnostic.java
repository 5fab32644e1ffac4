package dev.pawl.workflow.diagnostics;

/// One thing to tell about a file.
///
/// Invariant: message and hint are one printable line each, whatever the file contained, so that a
/// hostile file cannot write to somebody's terminal.
///
/// @param message what is wrong, in a sentence without its full stop
/// @param hint what to do about it, empty where nothing useful can be said
public record Diagnostic(Severity severity, Position position, String message, String hint) {

  public Diagnostic {
    message = PrintableText.line(message);
    hint = PrintableText.line(hint);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /// The first line of what a compiler would print.
  @Override
  public String toString() {
    return PrintableText.line(position.toString()) + ": " + severity.label() + ": " + message;
  }
}

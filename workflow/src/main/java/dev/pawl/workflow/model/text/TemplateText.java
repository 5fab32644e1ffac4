package dev.pawl.workflow.model.text;

import dev.pawl.workflow.diagnostics.Position;

/// A text of the file that may contain `${{ … }}`.
///
/// A condition is the bare expression without the braces. A number or a boolean in place of an
/// expression is kept as its text; the reader has checked it.
///
/// @param position of the value
public record TemplateText(String source, Position position) {

  /// Whether there is nothing to evaluate.
  public boolean isLiteral() {
    return !source.contains("${{");
  }

  @Override
  public String toString() {
    return source;
  }
}

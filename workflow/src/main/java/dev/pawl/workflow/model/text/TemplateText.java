package dev.pawl.workflow.model.text;

import dev.pawl.workflow.diagnostics.Position;

/// A text of the file that may hold `${{ … }}`.
///
/// A condition is the bare expression, without the braces. A number or a boolean that is written
/// where an expression could be is its text; reading has checked that it is one.
///
/// @param position where the value stands
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

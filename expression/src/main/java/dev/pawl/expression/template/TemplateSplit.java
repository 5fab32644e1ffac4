package dev.pawl.expression.template;

/// What splitting a text gives: a [Template], or the place of an expression that is never closed.
///
/// An error is a value here, since only the caller knows where the text stands in its file.
public sealed interface TemplateSplit permits Template, TemplateSplit.Unclosed {

  /// A `${{` without its `}}`.
  ///
  /// @param offset where it stands in the text, in UTF-16 units
  record Unclosed(int offset) implements TemplateSplit {}
}

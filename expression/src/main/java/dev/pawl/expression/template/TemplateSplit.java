package dev.pawl.expression.template;

/// The result of splitting a text: a [Template], or the position of an expression that is not
/// closed.
///
/// An error is a value here, since only the caller knows the text's position in its file.
public sealed interface TemplateSplit permits Template, TemplateSplit.Unclosed {

  /// A `${{` without its `}}`.
  ///
  /// @param offset its position in the text, in UTF-16 units
  record Unclosed(int offset) implements TemplateSplit {}
}

package dev.pawl.expression.template;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Whitespace;

/// One piece of a [Template], with its offset in the text in UTF-16 units.
///
/// Invariant: the [#source()] of all segments, concatenated, is the text.
public sealed interface TemplateSegment {

  int offset();

  /// The piece as it was written.
  String source();

  /// Literal text. Never empty.
  record Literal(int offset, String source) implements TemplateSegment {}

  /// An expression with its braces.
  record Embedded(int offset, String source) implements TemplateSegment {

    /// The text between the braces, spaces included, which begins at [#bodyOffset()].
    public String body() {
      return source.substring(Template.OPEN.length(), source.length() - Template.CLOSE.length());
    }

    public int bodyOffset() {
      return offset + Template.OPEN.length();
    }

    /// Parses the expression between the braces, which must not be empty.
    ///
    /// @throws ExpressionError with the offset in the whole text
    public Expression parse(AllowedNames names) throws ExpressionError {
      String body = body();
      if (Whitespace.trim(body).isEmpty()) {
        throw new ExpressionError(
            ExpressionError.Kind.PARSING, "An expression was expected", bodyOffset());
      }
      try {
        return Expression.parse(body, names);
      } catch (ExpressionError e) {
        throw e.within(bodyOffset());
      }
    }
  }
}

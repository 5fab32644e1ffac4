package dev.pawl.expression.template;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Whitespace;

/// One piece of a [Template], with the offset in UTF-16 units at which it begins in the text.
///
/// Invariant: the [#source()] of all segments, one after another, is the text again.
public sealed interface TemplateSegment {

  int offset();

  /// The piece as it was written.
  String source();

  /// Text that stands for itself. Never empty.
  record Literal(int offset, String source) implements TemplateSegment {}

  /// An expression with its braces.
  record Embedded(int offset, String source) implements TemplateSegment {

    /// What stands between the braces, spaces included, beginning at [#bodyOffset()].
    public String body() {
      return source.substring(Template.OPEN.length(), source.length() - Template.CLOSE.length());
    }

    public int bodyOffset() {
      return offset + Template.OPEN.length();
    }

    /// The expression between the braces; there has to be one.
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

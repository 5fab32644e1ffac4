package dev.pawl.expression.template;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.ExpressionLimits;
import dev.pawl.expression.MemoryBudget;
import dev.pawl.expression.template.TemplateSegment.Embedded;
import dev.pawl.expression.template.TemplateSegment.Literal;
import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.List;

/// A text with `${{ … }}` in it, split into its segments.
///
/// Invariant: segments are adjacent and cover the text. A `}}` within a single-quoted string of an
/// expression does not close it; a quote in a string is doubled, so counting quotes is enough. The
/// expressions may be malformed.
public record Template(List<TemplateSegment> segments) implements TemplateSplit {

  static final String OPEN = "${{";
  static final String CLOSE = "}}";
  private static final int NOWHERE = -1;

  public Template {
    segments = List.copyOf(segments);
  }

  public static TemplateSplit split(String text) {
    List<TemplateSegment> segments = new ArrayList<>();
    int done = 0;
    for (int open = text.indexOf(OPEN); open != NOWHERE; open = text.indexOf(OPEN, done)) {
      int end = endOfExpression(text, open + OPEN.length());
      if (end == NOWHERE) {
        return new Unclosed(open);
      }
      addLiteral(segments, text, done, open);
      segments.add(new Embedded(open, text.substring(open, end)));
      done = end;
    }
    addLiteral(segments, text, done, text.length());
    return new Template(segments);
  }

  /// Splits the text.
  ///
  /// @throws ExpressionError if an expression in it is not closed
  public static Template of(String text) throws ExpressionError {
    return switch (split(text)) {
      case Template template -> template;
      case Unclosed(int offset) ->
          throw new ExpressionError(
              ExpressionError.Kind.PARSING, "this expression is never closed", offset);
    };
  }

  /// The value of the text: that of the expression if it is nothing else, otherwise a text with the
  /// values inserted.
  ///
  /// @throws ExpressionError with the offset in the whole text
  public Value evaluate(AllowedNames names, ExpressionEnvironment environment)
      throws ExpressionError {
    if (segments.size() == 1 && segments.getFirst() instanceof Embedded only) {
      return value(only, names, environment);
    }
    var text = new StringBuilder();
    for (TemplateSegment segment : segments) {
      String piece =
          switch (segment) {
            case Literal(_, String source) -> source;
            case Embedded embedded -> value(embedded, names, environment).text();
          };
      if (piece.length() > ExpressionLimits.TEXT - text.length()) {
        throw MemoryBudget.exceeded().within(segment.offset());
      }
      text.append(piece);
    }
    return new Value.Text(text.toString());
  }

  private static Value value(
      Embedded embedded, AllowedNames names, ExpressionEnvironment environment)
      throws ExpressionError {
    Expression expression = embedded.parse(names);
    try {
      return expression.evaluate(environment);
    } catch (ExpressionError e) {
      throw e.within(embedded.bodyOffset());
    }
  }

  public List<Embedded> expressions() {
    return segments.stream().filter(Embedded.class::isInstance).map(Embedded.class::cast).toList();
  }

  private static void addLiteral(List<TemplateSegment> segments, String text, int from, int to) {
    if (from < to) {
      segments.add(new Literal(from, text.substring(from, to)));
    }
  }

  private static int endOfExpression(String text, int from) {
    boolean quoted = false;
    for (int at = from; at < text.length(); at++) {
      char unit = text.charAt(at);
      if (unit == '\'') {
        quoted = !quoted;
      } else if (unit == '}' && !quoted && text.startsWith(CLOSE, at)) {
        return at + CLOSE.length();
      }
    }
    return NOWHERE;
  }
}

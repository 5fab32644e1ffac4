package dev.pawl.expression;

import dev.pawl.expression.Segment.Expression;
import dev.pawl.expression.Segment.Literal;
import java.util.ArrayList;
import java.util.List;

/// A text with `${{ … }}` in it, split into its pieces.
///
/// Invariant: segments touch each other and cover the text. A `}}` within a single-quoted string of
/// an expression does not close it; a quote in a string is written twice, so that counting quotes
/// is enough. Nothing is said about whether the expressions are well formed.
public record Template(List<Segment> segments) implements Split {

  static final String OPEN = "${{";
  static final String CLOSE = "}}";
  private static final int NOWHERE = -1;

  public Template {
    segments = List.copyOf(segments);
  }

  public static Split split(String text) {
    List<Segment> segments = new ArrayList<>();
    int done = 0;
    for (int open = text.indexOf(OPEN); open != NOWHERE; open = text.indexOf(OPEN, done)) {
      int end = endOfExpression(text, open + OPEN.length());
      if (end == NOWHERE) {
        return new Unclosed(open);
      }
      addLiteral(segments, text, done, open);
      segments.add(new Expression(open, text.substring(open, end)));
      done = end;
    }
    addLiteral(segments, text, done, text.length());
    return new Template(segments);
  }

  public List<Expression> expressions() {
    return segments.stream()
        .filter(Expression.class::isInstance)
        .map(Expression.class::cast)
        .toList();
  }

  private static void addLiteral(List<Segment> segments, String text, int from, int to) {
    if (from < to) {
      segments.add(new Literal(from, text.substring(from, to)));
    }
  }

  private static int endOfExpression(String text, int from) {
    boolean quoted = false;
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) == '\'') {
        quoted = !quoted;
      } else if (!quoted && text.startsWith(CLOSE, at)) {
        return at + CLOSE.length();
      }
    }
    return NOWHERE;
  }
}

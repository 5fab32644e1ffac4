package dev.pawl.expression;

import dev.pawl.expression.value.Value;
import java.util.List;

/// The function `format`: a text with placeholders `{0}`, `{1}` …, and `{{` and `}}` for braces.
final class FormatFunction {

  private static final int NOWHERE = -1;

  private final String format;
  private final List<Value> arguments;
  private final BoundedTextBuilder result;

  private FormatFunction(List<Value> arguments, MemoryBudget memory) {
    this.format = arguments.getFirst().text();
    this.arguments = arguments;
    this.result = new BoundedTextBuilder(memory);
  }

  static Value format(List<Value> arguments, MemoryBudget memory) throws ExpressionError {
    return new FormatFunction(arguments, memory).filled();
  }

  private Value filled() throws ExpressionError {
    int done = 0;
    for (int brace = brace(0); brace != NOWHERE; brace = brace(done)) {
      result.append(format, done, brace);
      char c = format.charAt(brace);
      if (brace + 1 < format.length() && format.charAt(brace + 1) == c) {
        result.append(format, brace, brace + 1);
        done = brace + 2;
      } else if (c == '{') {
        done = argument(brace + 1);
      } else {
        throw invalid();
      }
    }
    return result.append(format, done, format.length()).text();
  }

  /// The position of the next brace of either kind.
  private int brace(int from) {
    for (int i = from; i < format.length(); i++) {
      if (format.charAt(i) == '{' || format.charAt(i) == '}') {
        return i;
      }
    }
    return NOWHERE;
  }

  /// Appends the argument whose number begins at `from`, and returns the position after its closing
  /// brace.
  private int argument(int from) throws ExpressionError {
    int end = from;
    int number = 0;
    while (end < format.length() && isDigit(format.charAt(end))) {
      // Capped: there are never more arguments than that.
      number = Math.min(number * 10 + (format.charAt(end) - '0'), ExpressionLimits.ARGUMENTS);
      end++;
    }
    if (end > from && format.startsWith(":}", end)) {
      // A format specifier may follow a colon; only an empty one is supported.
      end++;
    }
    if (end == from || end == format.length() || format.charAt(end) != '}') {
      throw invalid();
    }
    if (number + 1 >= arguments.size()) {
      throw error("The following format string references more arguments than were supplied: ");
    }
    result.append(arguments.get(number + 1).text());
    return end + 1;
  }

  private static boolean isDigit(char c) {
    return '0' <= c && c <= '9';
  }

  private ExpressionError invalid() {
    return error("The following format string is invalid: ");
  }

  private ExpressionError error(String what) {
    return new ExpressionError(ExpressionError.Kind.EVALUATION, what + format, 0);
  }
}

package dev.pawl.core.plan.expression;

import dev.pawl.expression.value.Value;
import java.util.Map;

/// The sizes of texts and values in JSON, in bytes of UTF-8: never too small, and at most a little
/// too large.
public final class JsonSize {

  private static final int QUOTES = 2;
  private static final int UNICODE_ESCAPE = 6;

  /// The size of a text as a JSON string.
  public static long of(String text) {
    long sum = QUOTES;
    for (int at = 0; at < text.length(); at++) {
      char unit = text.charAt(at);
      sum += unit == '"' || unit == '\\' ? 2 : of(text, at);
    }
    return sum;
  }

  /// The size of a value within a JSON text that is itself sent as a JSON string, as the contexts
  /// of a dispatch are: each quote and each backslash of the inner text is escaped again.
  public static long nested(Value value) {
    return switch (value) {
      case Value.Text(String text) -> nested(text);
      case Value.Dict dict -> nested(dict);
      case Value.Array array -> {
        long sum = QUOTES;
        for (Value element : array.elements()) {
          sum += nested(element) + 1;
        }
        yield sum;
      }
      case Value.Null _, Value.Bool _, Value.Num _ -> value.json().length();
    };
  }

  private static long nested(Value.Dict dict) {
    long sum = QUOTES;
    for (Map.Entry<String, Value> field : dict.fields().entrySet()) {
      sum += nested(field.getKey()) + nested(field.getValue()) + QUOTES;
    }
    return sum;
  }

  private static long nested(String text) {
    long sum = 2 * QUOTES;
    for (int at = 0; at < text.length(); at++) {
      char unit = text.charAt(at);
      int once = of(text, at);
      sum += unit == '"' || unit == '\\' ? 2 * QUOTES : once == UNICODE_ESCAPE ? once + 1 : once;
    }
    return sum;
  }

  /// The size of the UTF-16 unit at an index, unless it is a quote or a backslash.
  private static int of(String text, int at) {
    char unit = text.charAt(at);
    if (unit < ' ') {
      return UNICODE_ESCAPE;
    }
    if (unit < 0x80) {
      return 1;
    }
    return unit < 0x800 ? 2 : Character.isSurrogate(unit) ? ofSurrogate(text, at) : 3;
  }

  /// Half of a pair takes two bytes; an unpaired surrogate is escaped.
  private static int ofSurrogate(String text, int at) {
    int other = Character.isHighSurrogate(text.charAt(at)) ? at + 1 : at - 1;
    boolean isPaired =
        other >= 0
            && other < text.length()
            && Character.isSurrogatePair(
                text.charAt(Math.min(at, other)), text.charAt(Math.max(at, other)));
    return isPaired ? 2 : UNICODE_ESCAPE;
  }

  private JsonSize() {}
}

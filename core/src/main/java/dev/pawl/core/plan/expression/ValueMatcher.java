package dev.pawl.core.plan.expression;

import dev.pawl.expression.value.Value;

/// Matches a value with a pattern that names some of its fields, compared as expressions compare.
public final class ValueMatcher {

  public static boolean matches(Value pattern, Value value) {
    return switch (pattern) {
      case Value.Dict(var wanted) ->
          wanted.entrySet().stream()
              .allMatch(entry -> matches(entry.getValue(), field(value, entry.getKey())));
      case Value.Array(var wanted) -> {
        for (int at = 0; at < wanted.size(); at++) {
          if (!matches(wanted.get(at), element(value, at))) {
            yield false;
          }
        }
        yield true;
      }
      case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> pattern.isSameAs(value);
    };
  }

  static Value field(Value value, String key) {
    return value instanceof Value.Dict(var fields)
        ? fields.getOrDefault(key, Value.Null.NULL)
        : Value.Null.NULL;
  }

  private static Value element(Value value, int at) {
    return value instanceof Value.Array(var elements) && at < elements.size()
        ? elements.get(at)
        : Value.Null.NULL;
  }

  private ValueMatcher() {}
}

package dev.pawl.core.plan;

import dev.pawl.expression.Environment;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Names;
import dev.pawl.expression.Value;
import java.util.LinkedHashSet;
import java.util.List;

/// Whether a value has all that another one names, compared as expressions compare.
final class Matching {

  private static final Expression EQUAL = equal();

  private static Expression equal() {
    try {
      return Expression.parse(
          "one == other",
          new Names(new LinkedHashSet<>(List.of("one", "other")), new LinkedHashSet<>()));
    } catch (ExpressionError e) {
      throw new IllegalStateException(e);
    }
  }

  private record Two(Value one, Value other) implements Environment {
    @Override
    public Value context(String name) {
      return name.equals("one") ? one : other;
    }

    @Override
    public Value call(String function, List<Value> arguments) {
      throw new IllegalStateException(function);
    }
  }

  static boolean fits(Value pattern, Value value) {
    return switch (pattern) {
      case Value.Dict(var wanted) ->
          wanted.entrySet().stream()
              .allMatch(entry -> fits(entry.getValue(), field(value, entry.getKey())));
      case Value.Array(var wanted) -> {
        for (int at = 0; at < wanted.size(); at++) {
          if (!fits(wanted.get(at), element(value, at))) {
            yield false;
          }
        }
        yield true;
      }
      case Value.Null _, Value.Bool _, Value.Num _, Value.Text _ -> isEqual(pattern, value);
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

  private static boolean isEqual(Value one, Value other) {
    try {
      return EQUAL.evaluate(new Two(one, other)).isTruthy();
    } catch (ExpressionError e) {
      return false;
    }
  }

  private Matching() {}
}

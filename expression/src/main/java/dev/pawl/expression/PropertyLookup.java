package dev.pawl.expression;

import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Array;
import dev.pawl.expression.value.Value.Bool;
import dev.pawl.expression.value.Value.Dict;
import dev.pawl.expression.value.Value.Null;
import dev.pawl.expression.value.Value.Num;
import dev.pawl.expression.value.Value.Text;
import dev.pawl.expression.value.WildcardElements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Evaluates `.` and `[ ]`. On the result of `*` they look into each element, and drop those
/// without the key.
final class PropertyLookup {

  static Value get(Value target, Value key) {
    if (target instanceof Array(WildcardElements elements)) {
      List<Value> found = new ArrayList<>();
      elements.forEach(element -> one(element, key).ifPresent(found::add));
      return new Array(new WildcardElements(found));
    }
    return one(target, key).orElse(Value.Null.NULL);
  }

  static Value getAll(Value target) {
    if (target instanceof Array(WildcardElements elements)) {
      return new Array(
          new WildcardElements(elements.stream().flatMap(each -> within(each).stream()).toList()));
    }
    return new Array(new WildcardElements(List.copyOf(within(target))));
  }

  private static Optional<Value> one(Value target, Value key) {
    return switch (target) {
      case Array(List<Value> elements) -> at(elements, Math.floor(key.number()));
      case Dict(var fields) when key.isPrimitive() -> Optional.ofNullable(fields.get(key.text()));
      case Dict _, Null _, Bool _, Num _, Text _ -> Optional.empty();
    };
  }

  private static Optional<Value> at(List<Value> elements, double index) {
    return 0 <= index && index < elements.size()
        ? Optional.of(elements.get((int) index))
        : Optional.empty();
  }

  private static Collection<Value> within(Value target) {
    return switch (target) {
      case Array(List<Value> elements) -> elements;
      case Dict(var fields) -> fields.values();
      case Null _, Bool _, Num _, Text _ -> List.of();
    };
  }

  private PropertyLookup() {}
}

package dev.pawl.workflow.trigger;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Builds a [Value.Dict] field by field.
final class DictBuilder {

  private final SequencedMap<String, Value> fields = new LinkedHashMap<>();

  DictBuilder put(String name, Value value) {
    fields.put(name, value);
    return this;
  }

  DictBuilder put(String name, String text) {
    return put(name, new Value.Text(text));
  }

  DictBuilder put(String name, double number) {
    return put(name, new Value.Num(number));
  }

  DictBuilder put(String name, boolean value) {
    return put(name, Value.of(value));
  }

  DictBuilder put(String name, DictBuilder inner) {
    return put(name, inner.dict());
  }

  Value.Dict dict() {
    return new Value.Dict(fields);
  }
}

package dev.pawl.workflow.trigger;

import dev.pawl.expression.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Builds objects field by field.
final class Fields {

  private final SequencedMap<String, Value> fields = new LinkedHashMap<>();

  Fields put(String name, Value value) {
    fields.put(name, value);
    return this;
  }

  Fields put(String name, String text) {
    return put(name, new Value.Text(text));
  }

  Fields put(String name, double number) {
    return put(name, new Value.Num(number));
  }

  Fields put(String name, boolean value) {
    return put(name, Value.of(value));
  }

  Fields put(String name, Fields inner) {
    return put(name, inner.dict());
  }

  Value.Dict dict() {
    return new Value.Dict(fields);
  }
}

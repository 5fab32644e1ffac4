package dev.pawl.workflow.model;

import dev.pawl.expression.Environment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Names;
import dev.pawl.expression.Template;
import dev.pawl.expression.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// A value of any shape, such as those of a matrix, with expressions in it that are not evaluated
/// yet.
public sealed interface Data {

  /// As it is written. Never a list or an object.
  record Literal(Value value) implements Data {}

  /// A text with expressions; one that is nothing but an expression may become anything.
  record Computed(Text text) implements Data {}

  record Items(List<Data> items) implements Data {
    public Items {
      items = List.copyOf(items);
    }
  }

  /// By key, in the order of the file.
  record Entries(SequencedMap<String, Data> entries) implements Data {
    public Entries {
      entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
    }
  }

  /// What it becomes.
  ///
  /// @throws ExpressionError of the first expression that cannot be evaluated
  default Value evaluate(Names names, Environment environment) throws ExpressionError {
    switch (this) {
      case Literal(Value value) -> {
        return value;
      }
      case Computed(Text text) -> {
        return Template.of(text.source()).evaluate(names, environment);
      }
      case Items(List<Data> items) -> {
        List<Value> values = new ArrayList<>();
        for (Data item : items) {
          values.add(item.evaluate(names, environment));
        }
        return new Value.Array(values);
      }
      case Entries(SequencedMap<String, Data> entries) -> {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        for (Map.Entry<String, Data> entry : entries.entrySet()) {
          fields.put(entry.getKey(), entry.getValue().evaluate(names, environment));
        }
        return new Value.Dict(fields);
      }
    }
  }
}

package dev.pawl.workflow.model.text;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.template.Template;
import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// A value of any shape, such as a matrix, with unevaluated expressions.
public sealed interface TemplateValue {

  /// A plain value without expressions. Never a list or an object.
  record Literal(Value value) implements TemplateValue {}

  /// A text with expressions. A text that is one whole expression may evaluate to any value.
  record Computed(TemplateText text) implements TemplateValue {}

  record ListValue(List<TemplateValue> items) implements TemplateValue {
    public ListValue {
      items = List.copyOf(items);
    }
  }

  /// Values by key, in the order of the file.
  record MapValue(SequencedMap<String, TemplateValue> entries) implements TemplateValue {
    public MapValue {
      entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
    }
  }

  /// Evaluates all expressions in it.
  ///
  /// @throws ExpressionError of the first expression that cannot be evaluated
  default Value evaluate(AllowedNames names, ExpressionEnvironment environment)
      throws ExpressionError {
    switch (this) {
      case Literal(Value value) -> {
        return value;
      }
      case Computed(TemplateText text) -> {
        return Template.of(text.source()).evaluate(names, environment);
      }
      case ListValue(List<TemplateValue> items) -> {
        List<Value> values = new ArrayList<>();
        for (TemplateValue item : items) {
          values.add(item.evaluate(names, environment));
        }
        return new Value.Array(values);
      }
      case MapValue(SequencedMap<String, TemplateValue> entries) -> {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        for (Map.Entry<String, TemplateValue> entry : entries.entrySet()) {
          fields.put(entry.getKey(), entry.getValue().evaluate(names, environment));
        }
        return new Value.Dict(fields);
      }
    }
  }
}

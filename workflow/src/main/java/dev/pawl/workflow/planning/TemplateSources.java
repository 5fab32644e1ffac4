package dev.pawl.workflow.planning;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateValue;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Converts texts of a file to the plain texts that a plan keeps.
final class TemplateSources {

  static String of(Optional<TemplateText> text) {
    return text.map(TemplateText::source).orElse("");
  }

  static SequencedMap<String, String> of(SequencedMap<String, TemplateText> texts) {
    SequencedMap<String, String> sources = new LinkedHashMap<>();
    texts.forEach((name, value) -> sources.put(name, value.source()));
    return sources;
  }

  /// The value with its expressions as texts.
  static Value of(TemplateValue data) {
    return switch (data) {
      case TemplateValue.Literal(Value value) -> value;
      case TemplateValue.Computed(TemplateText text) -> new Value.Text(text.source());
      case TemplateValue.ListValue(var items) ->
          new Value.Array(items.stream().map(TemplateSources::of).toList());
      case TemplateValue.MapValue(var entries) -> {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        entries.forEach((name, value) -> fields.put(name, of(value)));
        yield new Value.Dict(fields);
      }
    };
  }

  private TemplateSources() {}
}

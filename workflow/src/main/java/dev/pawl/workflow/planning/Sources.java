package dev.pawl.workflow.planning;

import dev.pawl.expression.Value;
import dev.pawl.workflow.model.Data;
import dev.pawl.workflow.model.Text;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Texts of a file as a plan keeps them: as they are written.
final class Sources {

  static String of(Optional<Text> text) {
    return text.map(Text::source).orElse("");
  }

  static SequencedMap<String, String> of(SequencedMap<String, Text> texts) {
    SequencedMap<String, String> sources = new LinkedHashMap<>();
    texts.forEach((name, value) -> sources.put(name, value.source()));
    return sources;
  }

  /// With its expressions as texts: a literal holds none.
  static Value of(Data data) {
    return switch (data) {
      case Data.Literal(Value value) -> value;
      case Data.Computed(Text text) -> new Value.Text(text.source());
      case Data.Items(var items) -> new Value.Array(items.stream().map(Sources::of).toList());
      case Data.Entries(var entries) -> {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        entries.forEach((name, value) -> fields.put(name, of(value)));
        yield new Value.Dict(fields);
      }
    };
  }

  private Sources() {}
}

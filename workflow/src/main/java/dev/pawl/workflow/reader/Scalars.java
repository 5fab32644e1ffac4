package dev.pawl.workflow.reader;

import dev.pawl.expression.Value;
import dev.pawl.workflow.model.Data;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/// What single values mean, and what they are as texts.
///
/// A number or a boolean that stands where a text is wanted becomes the text that an expression
/// would make of it: `1.50` is `1.5`, `True` is `true`.
final class Scalars {

  static Value value(YamlScalar scalar) {
    return switch (scalar.kind()) {
      case TEXT -> new Value.Text(scalar.text());
      case BOOLEAN -> Value.of(scalar.text().toLowerCase(Locale.ROOT).equals("true"));
      case INTEGER, DECIMAL -> new Value.Num(number(scalar.text()));
      case NOTHING -> Value.Null.NULL;
    };
  }

  static String string(YamlScalar scalar) {
    return value(scalar).text();
  }

  static Text text(YamlScalar scalar) {
    return new Text(string(scalar), scalar.position());
  }

  /// Whether nothing is written, or nothing that could be seen.
  static boolean isEmpty(YamlScalar scalar) {
    return scalar.isNothing() || scalar.text().isBlank();
  }

  static Data data(YamlNode node) {
    return switch (node) {
      case YamlScalar scalar -> {
        Text text = text(scalar);
        yield text.isLiteral() ? new Data.Literal(value(scalar)) : new Data.Computed(text);
      }
      case YamlSequence sequence ->
          new Data.Items(sequence.items().stream().map(Scalars::data).toList());
      case YamlMapping mapping -> {
        SequencedMap<String, Data> entries = new LinkedHashMap<>();
        for (YamlEntry entry : mapping.entries()) {
          entries.put(entry.name(), data(entry.value()));
        }
        yield new Data.Entries(entries);
      }
    };
  }

  static double number(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
      case "-.inf" -> Double.NEGATIVE_INFINITY;
      case ".nan" -> Double.NaN;
      default -> new Value.Text(text).number();
    };
  }

  private Scalars() {}
}

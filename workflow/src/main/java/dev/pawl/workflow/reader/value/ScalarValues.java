package dev.pawl.workflow.reader.value;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateValue;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/// Converts YAML scalars to values and texts.
///
/// A number or a boolean in place of a text becomes the text that an expression would make of it:
/// `1.50` is `1.5`, `True` is `true`.
public final class ScalarValues {

  static Value value(YamlScalar scalar) {
    return switch (scalar.kind()) {
      case TEXT -> new Value.Text(scalar.text());
      case BOOLEAN -> Value.of(scalar.text().toLowerCase(Locale.ROOT).equals("true"));
      case INTEGER, DECIMAL -> new Value.Num(number(scalar.text()));
      case NOTHING -> Value.Null.NULL;
    };
  }

  public static String string(YamlScalar scalar) {
    return value(scalar).text();
  }

  public static TemplateText text(YamlScalar scalar) {
    return new TemplateText(string(scalar), scalar.position());
  }

  /// Whether the scalar is null or blank.
  public static boolean isEmpty(YamlScalar scalar) {
    return scalar.isNothing() || scalar.text().isBlank();
  }

  public static TemplateValue data(YamlNode node) {
    return switch (node) {
      case YamlScalar scalar -> {
        TemplateText text = text(scalar);
        yield text.isLiteral()
            ? new TemplateValue.Literal(value(scalar))
            : new TemplateValue.Computed(text);
      }
      case YamlSequence sequence ->
          new TemplateValue.ListValue(sequence.items().stream().map(ScalarValues::data).toList());
      case YamlMapping mapping -> {
        SequencedMap<String, TemplateValue> entries = new LinkedHashMap<>();
        for (YamlEntry entry : mapping.entries()) {
          entries.put(entry.name(), data(entry.value()));
        }
        yield new TemplateValue.MapValue(entries);
      }
    };
  }

  public static double number(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
      case "-.inf" -> Double.NEGATIVE_INFINITY;
      case ".nan" -> Double.NaN;
      default -> new Value.Text(text).number();
    };
  }

  private ScalarValues() {}
}

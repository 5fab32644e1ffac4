package dev.pawl.workflow.keys;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/// Renders the [KeyTable] as a JSON Schema for editors.
///
/// The schema knows shapes, not meanings: whatever the reader accepts is valid by it, but not the
/// other way round.
final class JsonSchemaPage {

  private static final String DRAFT = "http://json-schema.org/draft-07/schema#";
  private static final String EXPRESSION = "\\$\\{\\{";
  private static final String ONE_EXPRESSION = "^\\s*\\$\\{\\{[\\s\\S]*\\}\\}\\s*$";
  private static final String DURATION = "^[0-9]{1,12}(ms|s|m|h|d)$";

  static String render() {
    SequencedMap<String, Value> definitions = new LinkedHashMap<>();
    KeyTable.ROWS.stream()
        .map(KeyDefinition::section)
        .distinct()
        .forEach(place -> definitions.put(name(place), definition(place)));
    Value schema =
        object(
            "$schema", text(DRAFT),
            "title", text("Pawl workflow"),
            "allOf", array(schema(ValueShapes.fields(KeySection.WORKFLOW), false)),
            "definitions", new Value.Dict(definitions));
    return pretty(schema) + "\n";
  }

  private static Value definition(KeySection place) {
    SequencedMap<String, Value> properties = new LinkedHashMap<>();
    List<Value> required = new ArrayList<>();
    for (KeyDefinition key : KeyTable.of(place)) {
      if (key.status() != KeyStatus.UNSUPPORTED) {
        properties.put(key.name(), property(key));
      }
      if (key.isRequired()) {
        required.add(text(key.name()));
      }
    }
    SequencedMap<String, Value> definition = new LinkedHashMap<>();
    definition.put("type", text("object"));
    definition.put("properties", new Value.Dict(properties));
    definition.put("additionalProperties", Value.Bool.FALSE);
    if (!required.isEmpty()) {
      definition.put("required", new Value.Array(required));
    }
    if (place == KeySection.JOB) {
      definition.put("anyOf", array(requires("runs-on", "steps"), requires("uses")));
    } else if (place == KeySection.STEP) {
      definition.put("anyOf", array(requires("run"), requires("uses")));
    }
    return new Value.Dict(definition);
  }

  private static Value requires(String... keys) {
    return object(
        "required", array(Stream.of(keys).map(JsonSchemaPage::text).toArray(Value[]::new)));
  }

  /// The schema of a key. A description beside a reference would be ignored, so the reference goes
  /// one level down.
  private static Value property(KeyDefinition key) {
    Value schema = schema(key.shape(), key.contexts().allowsExpressions());
    if (key.note().isEmpty() || !(schema instanceof Value.Dict(var fields))) {
      return schema;
    }
    SequencedMap<String, Value> described = new LinkedHashMap<>();
    described.put("description", text(key.note()));
    if (fields.containsKey("$ref")) {
      described.put("allOf", array(schema));
    } else {
      described.putAll(fields);
    }
    return new Value.Dict(described);
  }

  private static Value schema(ValueShape shape, boolean mayCompute) {
    return switch (shape) {
      case ValueShape.Scalar(ScalarFormat format) -> scalar(format, mayCompute);
      case ValueShape.Choice(List<String> words) ->
          orExpression(
              object("enum", array(words.stream().map(JsonSchemaPage::text).toArray(Value[]::new))),
              mayCompute);
      case ValueShape.Computed _ -> object("type", text("string"), "pattern", text(ONE_EXPRESSION));
      case ValueShape.Nothing _ -> object("type", text("null"));
      case ValueShape.ListOf(ValueShape item) ->
          object("type", text("array"), "items", schema(item, mayCompute));
      case ValueShape.MapOf(ValueShape value) ->
          object("type", text("object"), "additionalProperties", schema(value, mayCompute));
      case ValueShape.Fields(KeySection place) ->
          object("$ref", text("#/definitions/" + name(place)));
      case ValueShape.Anything _ -> object();
      case ValueShape.OneOf(List<ValueShape> shapes) ->
          object(
              "anyOf",
              array(shapes.stream().map(each -> schema(each, mayCompute)).toArray(Value[]::new)));
    };
  }

  private static Value scalar(ScalarFormat format, boolean mayCompute) {
    return switch (format) {
      case TEXT, STEP_SCRIPT -> types("string", "number", "boolean", "null");
      case CONDITION -> types("string", "number", "boolean", "null");
      case WORD, SCRIPT, PATTERN -> types("string", "number", "boolean");
      case CRON, TIMEZONE, REGEX -> types("string");
      case BOOLEAN -> orExpression(types("boolean"), mayCompute);
      case NUMBER -> orExpression(types("number"), mayCompute);
      case MINUTES ->
          orExpression(object("type", text("number"), "exclusiveMinimum", number(0)), mayCompute);
      case FACTOR -> object("type", text("number"), "minimum", number(1));
      case COUNT -> orExpression(object("type", text("integer"), "minimum", number(1)), mayCompute);
      case COUNT_OR_ZERO ->
          orExpression(object("type", text("integer"), "minimum", number(0)), mayCompute);
      case INTEGER -> orExpression(types("integer"), mayCompute);
      case EXIT_CODE ->
          object("type", text("integer"), "minimum", number(0), "maximum", number(255));
      case DURATION -> object("type", text("string"), "pattern", text(DURATION));
    };
  }

  private static Value orExpression(Value schema, boolean mayCompute) {
    return mayCompute
        ? object(
            "anyOf", array(schema, object("type", text("string"), "pattern", text(EXPRESSION))))
        : schema;
  }

  private static Value types(String... names) {
    return object(
        "type",
        names.length == 1
            ? text(names[0])
            : array(Stream.of(names).map(JsonSchemaPage::text).toArray(Value[]::new)));
  }

  private static String name(KeySection place) {
    return place == KeySection.WORKFLOW
        ? "workflow"
        : place.path().replaceAll("[^A-Za-z_-]+", " ").strip().replace(' ', '.');
  }

  private static Value text(String text) {
    return new Value.Text(text);
  }

  private static Value number(int number) {
    return new Value.Num(number);
  }

  private static Value array(Value... values) {
    return new Value.Array(List.of(values));
  }

  private static Value object(Object... fields) {
    SequencedMap<String, Value> map = new LinkedHashMap<>();
    for (int at = 0; at < fields.length; at += 2) {
      map.put((String) fields[at], (Value) fields[at + 1]);
    }
    return new Value.Dict(map);
  }

  /// The JSON with indentation, as the expression function `toJSON` writes it.
  private static String pretty(Value value) {
    ExpressionEnvironment environment =
        new ExpressionEnvironment() {
          @Override
          public Value context(String name) {
            return value;
          }

          @Override
          public Value call(String function, List<Value> arguments) {
            throw new IllegalStateException("no function is allowed");
          }
        };
    try {
      return Expression.parse("toJSON(schema)", new AllowedNames(Set.of("schema"), Set.of()))
          .evaluate(environment)
          .text();
    } catch (ExpressionError impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private JsonSchemaPage() {}
}

package dev.pawl.core.plan.expression;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.template.Template;
import dev.pawl.expression.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/// Evaluates the texts of a job that are needed before an agent has it, and converts them to their
/// types.
public final class TextEvaluator {

  /// The contexts that these texts may refer to.
  public static final AllowedNames NAMES =
      new AllowedNames(
          new LinkedHashSet<>(
              List.of(
                  "github", "needs", "strategy", "matrix", "vars", "inputs", "jobs", "secrets")),
          new LinkedHashSet<>());

  private static final int MAX_DISPLAYED = 60;
  private static final double MAX_MINUTES = 60.0 * 24 * 366;
  private static final double MILLIS = 60_000;

  private final ExpressionEnvironment environment;

  public TextEvaluator(ExpressionEnvironment environment) {
    this.environment = environment;
  }

  /// The value of the text of that key.
  public Value value(String key, String text) throws TextEvaluationException {
    if (!text.contains("${{")) {
      return new Value.Text(text);
    }
    try {
      return Template.of(text).evaluate(NAMES, environment);
    } catch (ExpressionError e) {
      throw new TextEvaluationException("%s: %s: %s".formatted(key, text, e.message()));
    }
  }

  /// The value with all texts in it evaluated.
  public Value value(String key, Value value) throws TextEvaluationException {
    return switch (value) {
      case Value.Text(var text) -> value(key, text);
      case Value.Array(var elements) -> {
        List<Value> evaluated = new ArrayList<>();
        for (Value element : elements) {
          evaluated.add(value(key, element));
        }
        yield new Value.Array(evaluated);
      }
      case Value.Dict(var fields) -> {
        SequencedMap<String, Value> evaluated = new LinkedHashMap<>();
        for (var field : fields.entrySet()) {
          evaluated.put(field.getKey(), value(key + "." + field.getKey(), field.getValue()));
        }
        yield new Value.Dict(evaluated);
      }
      case Value.Null _, Value.Bool _, Value.Num _ -> value;
    };
  }

  public String text(String key, String text) throws TextEvaluationException {
    return primitive(key, value(key, text)).text();
  }

  private static Value primitive(String key, Value value) throws TextEvaluationException {
    if (value.isPrimitive()) {
      return value;
    }
    throw wrong(key, value, "a string");
  }

  /// The labels of all texts, each of which is one label or a list of them.
  public List<String> labels(String key, List<String> texts) throws TextEvaluationException {
    List<String> labels = new ArrayList<>();
    for (String text : texts) {
      Value value = value(key, text);
      List<Value> found = value instanceof Value.Array(var elements) ? elements : List.of(value);
      for (Value label : found) {
        labels.add(primitive(key, label).text());
      }
    }
    if (labels.isEmpty() || labels.stream().anyMatch(String::isBlank)) {
      throw new TextEvaluationException("%s: a label is empty".formatted(key));
    }
    return labels;
  }

  public boolean flag(String key, String text) throws TextEvaluationException {
    Value value = value(key, text);
    return switch (value.isPrimitive() ? value.text().toLowerCase(Locale.ROOT) : "") {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(key, value, "true or false");
    };
  }

  public Duration minutes(String key, String text) throws TextEvaluationException {
    Value value = value(key, text);
    double minutes = value.number();
    if (value instanceof Value.Bool || !(minutes > 0 && minutes <= MAX_MINUTES)) {
      throw wrong(key, value, "a number of minutes");
    }
    return Duration.ofMillis(Math.round(minutes * MILLIS));
  }

  public int count(String key, String text) throws TextEvaluationException {
    Value value = value(key, text);
    double count = value.number();
    if (value instanceof Value.Bool || !(count >= 1 && count <= Integer.MAX_VALUE)) {
      throw wrong(key, value, "a number from 1");
    }
    return (int) count;
  }

  public Optional<Value.Dict> matrix(Value matrix) throws TextEvaluationException {
    return switch (value("matrix", matrix)) {
      case Value.Dict dict -> Optional.of(dict);
      case Value.Null _ -> Optional.empty();
      case Value other -> throw wrong("matrix", other, "an object of lists");
    };
  }

  private static TextEvaluationException wrong(String key, Value value, String wanted) {
    return new TextEvaluationException("%s: %s is not %s".formatted(key, display(value), wanted));
  }

  /// A value as it is shown in a message.
  public static String display(Value value) {
    return switch (value) {
      case Value.Null _ -> "null";
      case Value.Bool _, Value.Num _ -> value.text();
      case Value.Text(var text) -> "'" + cut(text) + "'";
      case Value.Array _ -> "a list";
      case Value.Dict _ -> "an object";
    };
  }

  private static String cut(String text) {
    return text.length() <= MAX_DISPLAYED ? text : text.substring(0, MAX_DISPLAYED) + "…";
  }
}

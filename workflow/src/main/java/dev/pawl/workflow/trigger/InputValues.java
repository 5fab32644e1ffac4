package dev.pawl.workflow.trigger;

import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.model.trigger.InputDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The `inputs` of a workflow that is dispatched or called: the given values, converted to the
/// declared types, and defaults for the rest.
///
/// @param problems errors in the given values, one line each; the values must not be used then
public record InputValues(Value.Dict values, List<String> problems) {

  /// No inputs.
  public static final InputValues NONE = new InputValues(PlanContexts.EMPTY, List.of());

  public InputValues {
    problems = List.copyOf(problems);
  }

  /// The given values and the defaults.
  ///
  /// @param given by name, ignoring case; an empty text counts as absent
  /// @param contexts the contexts for a default, which may hold expressions in a called workflow
  public static InputValues of(
      List<InputDefinition> declared, Map<String, Value> given, ExpressionEnvironment contexts) {
    Map<String, Value> left = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    left.putAll(given);
    SequencedMap<String, Value> values = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (InputDefinition input : declared) {
      Value value = left.remove(input.name());
      try {
        values.put(input.name(), value(input, value == null ? Value.Null.NULL : value, contexts));
      } catch (InvalidInputException e) {
        problems.add("input %s %s".formatted(PrintableText.quoted(input.name()), e.getMessage()));
      }
    }
    List<String> names = declared.stream().map(InputDefinition::name).toList();
    left.keySet().forEach(name -> problems.add(unknown(name, names)));
    return new InputValues(new Value.Dict(values), problems);
  }

  private static String unknown(String name, List<String> names) {
    String hint = SpellingSuggestion.hint(name, names);
    String there =
        names.isEmpty() ? "the workflow has none" : "the workflow has " + String.join(", ", names);
    return "unknown input %s: %s"
        .formatted(PrintableText.quoted(name), hint.isEmpty() ? there : hint);
  }

  private static Value value(InputDefinition input, Value given, ExpressionEnvironment contexts)
      throws InvalidInputException {
    boolean isGiven = !given.equals(Value.Null.NULL) && !given.equals(new Value.Text(""));
    if (isGiven) {
      return InputConverter.of(input).convert(given);
    }
    if (input.defaultValue().isPresent()) {
      try {
        Value fallback =
            input.defaultValue().get().evaluate(ContextAvailability.RUN.names(), contexts);
        return InputConverter.of(input).convert(fallback);
      } catch (ExpressionError e) {
        throw new InvalidInputException("has a default that cannot be evaluated: " + e.message());
      }
    }
    if (input.required()) {
      throw new InvalidInputException("is required");
    }
    return InputConverter.of(input).emptyValue();
  }
}

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

/// The `inputs` of a workflow that is started by hand or called: what was given, in the types that
/// the workflow asks for, and for the rest what it falls back to.
///
/// @param problems what is wrong with what was given, one line an input; the values are of no use
///   then
public record InputValues(Value.Dict values, List<String> problems) {

  /// None at all.
  public static final InputValues NONE = new InputValues(PlanContexts.EMPTY, List.of());

  public InputValues {
    problems = List.copyOf(problems);
  }

  /// What was given, or is fallen back to.
  ///
  /// @param given by name, whatever its case; an empty text is as good as none
  /// @param seen what a fallback may look at; that of a workflow that can be called may hold
  ///   expressions
  public static InputValues of(
      List<InputDefinition> declared, Map<String, Value> given, ExpressionEnvironment seen) {
    Map<String, Value> left = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    left.putAll(given);
    SequencedMap<String, Value> values = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (InputDefinition input : declared) {
      Value value = left.remove(input.name());
      try {
        values.put(input.name(), value(input, value == null ? Value.Null.NULL : value, seen));
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
    String there = names.isEmpty() ? "there are none" : "there are " + String.join(", ", names);
    return "there is no input %s; %s"
        .formatted(PrintableText.quoted(name), hint.isEmpty() ? there : hint);
  }

  private static Value value(InputDefinition input, Value given, ExpressionEnvironment seen)
      throws InvalidInputException {
    boolean isGiven = !given.equals(Value.Null.NULL) && !given.equals(new Value.Text(""));
    if (isGiven) {
      return InputConverter.of(input).convert(given);
    }
    if (input.defaultValue().isPresent()) {
      try {
        Value fallback = input.defaultValue().get().evaluate(ContextAvailability.RUN.names(), seen);
        return InputConverter.of(input).convert(fallback);
      } catch (ExpressionError e) {
        throw new InvalidInputException("falls back to what cannot be evaluated: " + e.message());
      }
    }
    if (input.required()) {
      throw new InvalidInputException("is required and not given");
    }
    return InputConverter.of(input).nothing();
  }
}

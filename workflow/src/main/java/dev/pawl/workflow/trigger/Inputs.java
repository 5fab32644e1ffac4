package dev.pawl.workflow.trigger;

import dev.pawl.core.plan.Contexts;
import dev.pawl.expression.Environment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Value;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Scope;
import dev.pawl.workflow.model.Input;
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
public record Inputs(Value.Dict values, List<String> problems) {

  /// None at all.
  public static final Inputs NONE = new Inputs(Contexts.EMPTY, List.of());

  public Inputs {
    problems = List.copyOf(problems);
  }

  /// What was given, or is fallen back to.
  ///
  /// @param given by name, whatever its case; an empty text is as good as none
  /// @param seen what a fallback may look at; that of a workflow that can be called may hold
  ///   expressions
  public static Inputs of(List<Input> declared, Map<String, Value> given, Environment seen) {
    Map<String, Value> left = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    left.putAll(given);
    SequencedMap<String, Value> values = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (Input input : declared) {
      Value value = left.remove(input.name());
      try {
        values.put(input.name(), value(input, value == null ? Value.Null.NULL : value, seen));
      } catch (Wrong e) {
        problems.add("input %s %s".formatted(Printable.quoted(input.name()), e.getMessage()));
      }
    }
    List<String> names = declared.stream().map(Input::name).toList();
    left.keySet().forEach(name -> problems.add(unknown(name, names)));
    return new Inputs(new Value.Dict(values), problems);
  }

  private static String unknown(String name, List<String> names) {
    String hint = Nearest.hint(name, names);
    String there = names.isEmpty() ? "there are none" : "there are " + String.join(", ", names);
    return "there is no input %s; %s"
        .formatted(Printable.quoted(name), hint.isEmpty() ? there : hint);
  }

  private static Value value(Input input, Value given, Environment seen) throws Wrong {
    boolean isGiven = !given.equals(Value.Null.NULL) && !given.equals(new Value.Text(""));
    if (isGiven) {
      return InputType.of(input).convert(given);
    }
    if (input.fallback().isPresent()) {
      try {
        Value fallback = input.fallback().get().evaluate(Scope.RUN.names(), seen);
        return InputType.of(input).convert(fallback);
      } catch (ExpressionError e) {
        throw new Wrong("falls back to what cannot be evaluated: " + e.message());
      }
    }
    if (input.required()) {
      throw new Wrong("is required and not given");
    }
    return InputType.of(input).nothing();
  }
}

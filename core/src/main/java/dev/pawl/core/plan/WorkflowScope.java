package dev.pawl.core.plan;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.expression.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A scope in which jobs see each other: the workflow itself, or one call of a reusable workflow.
///
/// @param parent the index of the scope that contains the call
/// @param id the call's id, unique in the plan as a job's is
/// @param key the name by which jobs beside the call need it
/// @param visibleNeeds the names of the call's needs
/// @param condition whether the workflow is called, evaluated in the parent scope
/// @param outputs the call's outputs by name; texts that refer to `jobs`
/// @param cell the cell of the call's matrix
/// @param matrix the settings that the cells share
public record WorkflowScope(
    int parent,
    String id,
    String key,
    List<String> visibleNeeds,
    Condition condition,
    SequencedMap<String, Input> inputs,
    SequencedMap<String, String> outputs,
    PassedSecrets secrets,
    Optional<MatrixCell> cell,
    Optional<MatrixPolicy> matrix) {

  /// The index of the workflow itself.
  public static final int WORKFLOW = 0;

  /// The separator between the id of a call and that of a job in it.
  public static final String SEPARATOR = " / ";

  public static final WorkflowScope OF_WORKFLOW =
      new WorkflowScope(
          WORKFLOW,
          "",
          "",
          List.of(),
          Condition.SUCCESS,
          new LinkedHashMap<>(),
          OrderedMaps.empty(),
          PassedSecrets.ALL,
          Optional.empty(),
          Optional.empty());

  /// An input of a called workflow.
  public sealed interface Input {

    default Value value(String name, TextEvaluator evaluator) throws TextEvaluationException {
      return switch (this) {
        case Known(var value) -> value;
        case Open(var type, var text) -> type.of(name, evaluator.value(name, text));
      };
    }

    /// An input that was known when the run was planned.
    record Known(Value value) implements Input {}

    /// An input that refers to the caller's needs: a text that is evaluated in the parent scope.
    ///
    /// @param type the type that it must have
    record Open(InputType type, String text) implements Input {}
  }

  /// The types of inputs.
  public enum InputType {
    STRING,
    NUMBER,
    BOOLEAN;

    /// Converts the value to this type.
    public Value of(String name, Value value) throws TextEvaluationException {
      Optional<Value> converted =
          switch (this) {
            case STRING -> Optional.of(value).filter(Value::isPrimitive).map(InputType::text);
            case NUMBER -> number(value);
            case BOOLEAN -> flag(value);
          };
      return converted.orElseThrow(() ->
          new TextEvaluationException(
              "input '%s': %s is not a %s"
                  .formatted(name, TextEvaluator.display(value), Machine.wireName(this))));
    }

    private static Value text(Value value) {
      return new Value.Text(value.text());
    }

    private static Optional<Value> number(Value value) {
      boolean isNumber = value instanceof Value.Num || value instanceof Value.Text;
      return isNumber && !value.text().isBlank() && !Double.isNaN(value.number())
          ? Optional.of(new Value.Num(value.number()))
          : Optional.empty();
    }

    private static Optional<Value> flag(Value value) {
      return switch (value.isPrimitive() ? value.text() : "") {
        case "true" -> Optional.of(Value.Bool.TRUE);
        case "false" -> Optional.of(Value.Bool.FALSE);
        default -> Optional.empty();
      };
    }
  }

  /// The secrets that a called workflow sees.
  ///
  /// @param isAll whether it sees all secrets of its caller
  /// @param named otherwise the secrets by name, texts that are evaluated in the parent scope
  public record PassedSecrets(boolean isAll, SequencedMap<String, String> named) {
    public static final PassedSecrets ALL = new PassedSecrets(true, OrderedMaps.empty());

    public PassedSecrets {
      named = OrderedMaps.copyOf(named);
    }
  }

  public WorkflowScope {
    visibleNeeds = List.copyOf(visibleNeeds);
    inputs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(inputs));
    outputs = OrderedMaps.copyOf(outputs);
  }

  /// The id of a job or call with that key in this scope.
  public String idOf(String key) {
    return id.isEmpty() ? key : id + SEPARATOR + key;
  }

  /// The key of a job of this scope from its id without the cell.
  public String keyOf(String family) {
    return id.isEmpty() ? family : family.substring(id.length() + SEPARATOR.length());
  }
}

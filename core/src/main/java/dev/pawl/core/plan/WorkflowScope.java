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

/// Where jobs see one another: the workflow itself, or one call of a reusable workflow.
///
/// @param parent the index of the scope that the call stands in
/// @param id the call's, unique in the plan as a job's is
/// @param key by which the jobs beside the call need it
/// @param sees the names of what the call needs
/// @param condition whether it is called at all, asked where the call stands
/// @param outputs what the call hands on, by name; texts that look at `jobs`
/// @param cell which cell it is of the call's matrix
/// @param matrix what the cells have in common
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

  /// What separates the id of a call from that of a job in it.
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

  /// What a called workflow is given by that name.
  public sealed interface Input {

    default Value value(String name, TextEvaluator rendering) throws TextEvaluationException {
      return switch (this) {
        case Known(var value) -> value;
        case Open(var type, var text) -> type.of(name, rendering.value(name, text));
      };
    }

    /// It was known when the run was planned.
    record Known(Value value) implements Input {}

    /// It looks at what the caller needs: a text, evaluated where the call stands.
    ///
    /// @param type what it has to come to
    record Open(InputType type, String text) implements Input {}
  }

  /// What an input may be.
  public enum InputType {
    STRING,
    NUMBER,
    BOOLEAN;

    /// The value as one of this type.
    public Value of(String name, Value value) throws TextEvaluationException {
      Optional<Value> converted =
          switch (this) {
            case STRING -> Optional.of(value).filter(Value::isPrimitive).map(InputType::text);
            case NUMBER -> number(value);
            case BOOLEAN -> flag(value);
          };
      return converted.orElseThrow(() ->
          new TextEvaluationException(
              "the input %s: %s is no %s"
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
  /// @param isAll whether that is all that the caller sees
  /// @param named otherwise by name, texts that are evaluated where the call stands
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

  /// The id that a job or a call of that key has in here.
  public String idOf(String key) {
    return id.isEmpty() ? key : id + SEPARATOR + key;
  }

  /// The key of a job in here that has that id, without its cell.
  public String keyOf(String family) {
    return id.isEmpty() ? family : family.substring(id.length() + SEPARATOR.length());
  }
}

package dev.pawl.agent.contexts;

import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The steps that see one another: those of a job, or those of one composite action. Names are not
/// case-sensitive. Owned by the job's thread.
public final class StepScope {

  private final Value inputs;
  private final Optional<String> actionPath;
  private final Map<String, Value> steps = new LinkedHashMap<>();
  private boolean hasFailed;

  private StepScope(Value inputs, Optional<String> actionPath) {
    this.inputs = inputs;
    this.actionPath = actionPath;
  }

  public static StepScope ofJob(Value inputs) {
    return new StepScope(inputs, Optional.empty());
  }

  /// The scope of a composite action.
  ///
  /// @param path the directory of the action
  public static StepScope ofAction(Map<String, String> inputs, String path) {
    return new StepScope(TextValues.dict(inputs), Optional.of(path));
  }

  public boolean isAction() {
    return actionPath.isPresent();
  }

  /// Adds the result of a step.
  ///
  /// @param id empty if the step has none
  public void stepEnded(String id, StepResult result) {
    hasFailed |= result.conclusion() == Outcome.FAILURE;
    if (!id.isEmpty()) {
      steps.put(id, result.value());
    }
  }

  /// Whether one of its steps has failed without `continue-on-error`.
  public boolean hasFailed() {
    return hasFailed;
  }

  Value inputs() {
    return inputs;
  }

  Value steps() {
    return new Value.Dict(new LinkedHashMap<>(steps));
  }

  Optional<String> actionPath() {
    return actionPath;
  }
}

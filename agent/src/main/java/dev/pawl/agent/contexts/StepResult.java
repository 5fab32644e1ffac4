package dev.pawl.agent.contexts;

import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// The result of a step or of a composite action, as later steps see it.
///
/// @param conclusion the outcome after `continue-on-error`: a failure that is allowed is a success
public record StepResult(Map<String, String> outputs, Outcome outcome, Outcome conclusion) {

  /// Its condition was false, or the job ended before it.
  public static final StepResult NEVER_RAN =
      new StepResult(Map.of(), Outcome.SKIPPED, Outcome.SKIPPED);

  /// The outcome of a step.
  public enum Outcome {
    SUCCESS,
    FAILURE,
    CANCELLED,
    SKIPPED;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  public StepResult {
    outputs = OrderedMaps.copyOf(outputs);
  }

  Value value() {
    var fields = new LinkedHashMap<String, Value>();
    fields.put("outputs", TextValues.dict(outputs));
    fields.put("outcome", new Value.Text(outcome.word()));
    fields.put("conclusion", new Value.Text(conclusion.word()));
    return new Value.Dict(fields);
  }
}

package dev.pawl.agent.contexts;

import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// What later steps see of one that is over, or of a composite action.
///
/// @param conclusion what it counts as: a failure that was allowed for counts as a success
public record StepResult(Map<String, String> outputs, Outcome outcome, Outcome conclusion) {

  /// Its condition did not hold, or it never came to it.
  public static final StepResult NEVER_RAN =
      new StepResult(Map.of(), Outcome.SKIPPED, Outcome.SKIPPED);

  /// How it came out.
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

package dev.pawl.core.run;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.OrderedMaps;
import java.util.SequencedMap;

/// A result of an earlier run that is reused, so that its job is not executed again.
///
/// @param job the job's id
/// @param reason the reason of the result
public record ReusedResult(
    String job, AttemptState result, ReasonCode reason, SequencedMap<String, String> outputs) {

  public ReusedResult {
    outputs = OrderedMaps.copyOf(outputs);
  }
}

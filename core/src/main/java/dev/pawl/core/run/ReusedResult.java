package dev.pawl.core.run;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.OrderedMaps;
import java.util.SequencedMap;

/// A result of an earlier run that stands, so that its job is not done again.
///
/// @param job the job's id
/// @param reason for what it was so
/// @param runNumber the number of the run whose result it is
public record ReusedResult(
    String job,
    AttemptState result,
    ReasonCode reason,
    SequencedMap<String, String> outputs,
    long runNumber) {

  public ReusedResult {
    outputs = OrderedMaps.copyOf(outputs);
  }
}

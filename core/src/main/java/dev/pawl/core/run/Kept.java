package dev.pawl.core.run;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Ordered;
import java.util.SequencedMap;

/// A result of an earlier run that stands, so that its job is not done again.
///
/// @param job the job's id
/// @param why for what it was so
/// @param from the number of the run whose result it is
public record Kept(
    String job,
    AttemptState result,
    ReasonCode why,
    SequencedMap<String, String> outputs,
    long from) {

  public Kept {
    outputs = Ordered.copyOf(outputs);
  }
}

package dev.pawl.agent.limits;

import dev.pawl.core.plan.OutputLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The space that is left for the outputs of a job's steps and composite actions. Owned by the
/// job's thread.
public final class OutputBudget {

  private final JobMemoryLimits limits;
  private final Map<String, Long> taken = new HashMap<>();

  public OutputBudget(JobMemoryLimits limits) {
    this.limits = limits;
  }

  /// Reserves the space for all outputs of a step, in place of those of an earlier try. Returns the
  /// limit that they exceed; then they take no space.
  ///
  /// @param step a name of the step or the action, unique in the job
  public Optional<String> take(String step, Map<String, String> outputs) {
    taken.remove(step);
    long size = 0;
    for (var output : outputs.entrySet()) {
      size += OutputLimits.size(output.getKey(), output.getValue());
    }
    if (outputs.size() > limits.outputs()) {
      return Optional.of(tooMany(limits));
    }
    long others = taken.values().stream().mapToLong(Long::longValue).sum();
    if (size > limits.outputBytes() - others) {
      return Optional.of(tooLarge(limits));
    }
    if (size > 0) {
      taken.put(step, size);
    }
    return Optional.empty();
  }

  /// The message for a step or a job with too many outputs.
  public static String tooMany(JobMemoryLimits limits) {
    return "more than %,d outputs. Join values, for example as JSON".formatted(limits.outputs());
  }

  /// The message for outputs that are too large.
  public static String tooLarge(JobMemoryLimits limits) {
    return "the outputs of the job have more than %s as JSON. Pass large data in files"
        .formatted(JobMemoryLimits.size(limits.outputBytes()));
  }
}

package dev.pawl.core.plan;

import dev.pawl.core.plan.expression.JsonSize;
import java.util.Map;
import java.util.Optional;

/// The limits of outputs. There is one rule for steps, agents and the server: a job's outputs
/// within these limits can always be sent, stored, and delivered to a job that needs them. Those of
/// a whole run are limited because a server has them in memory.
public final class OutputLimits {

  /// The most outputs of a job.
  public static final int MAX_COUNT = 1_000;

  /// The most bytes of all outputs of a job, with their names, as JSON.
  public static final long MAX_BYTES = 512 * 1024;

  /// The most bytes of the outputs of all jobs of a run, measured in the same way.
  public static final long MAX_RUN_BYTES = 50 * 1024 * 1024;

  /// The size of an output: the name and the value as JSON, a colon and a comma.
  public static long size(String name, String value) {
    return JsonSize.of(name) + JsonSize.of(value) + 2;
  }

  /// The limit that these outputs exceed, in words for people; empty if they are within all.
  public static Optional<String> breach(Map<String, String> outputs) {
    if (outputs.size() > MAX_COUNT) {
      return Optional.of(breachOf(outputs.size(), 0));
    }
    long bytes = size(outputs);
    return bytes > MAX_BYTES ? Optional.of(breachOf(outputs.size(), bytes)) : Optional.empty();
  }

  /// The size of all these outputs.
  public static long size(Map<String, String> outputs) {
    long bytes = 0;
    for (var output : outputs.entrySet()) {
      bytes += size(output.getKey(), output.getValue());
    }
    return bytes;
  }

  /// Why a job's outputs cannot be added to those of the other jobs of its run; empty if they can.
  ///
  /// @param others the size of those
  public static Optional<String> breachOfRun(long others, Map<String, String> outputs) {
    return others + size(outputs) > MAX_RUN_BYTES
        ? Optional.of(
            "the outputs of the run's jobs take more than %,d bytes as JSON. Pass large data in files"
                .formatted(MAX_RUN_BYTES))
        : Optional.empty();
  }

  /// Describes the limit that so many outputs of this size exceed.
  public static String breachOf(long count, long bytes) {
    return count > MAX_COUNT
        ? "more than %,d outputs. Join values, for example as JSON".formatted(MAX_COUNT)
        : "outputs of %,d bytes as JSON, at most %,d are allowed. Pass large data in files"
            .formatted(bytes, MAX_BYTES);
  }

  private OutputLimits() {}
}

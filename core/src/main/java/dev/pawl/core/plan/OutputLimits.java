package dev.pawl.core.plan;

import dev.pawl.core.plan.expression.JsonSize;
import java.util.Map;
import java.util.Optional;

/// The limits of a job's outputs. There is one rule for steps, agents and the server: outputs
/// within these limits can always be sent, stored, and delivered to a job that needs them.
public final class OutputLimits {

  /// The most outputs of a job.
  public static final int MAX_COUNT = 1_000;

  /// The most bytes of all outputs of a job, with their names, as JSON.
  public static final long MAX_BYTES = 512 * 1024;

  /// The size of an output: the name and the value as JSON, a colon and a comma.
  public static long size(String name, String value) {
    return JsonSize.of(name) + JsonSize.of(value) + 2;
  }

  /// The limit that these outputs exceed, in words for people; empty if they are within all.
  public static Optional<String> breach(Map<String, String> outputs) {
    if (outputs.size() > MAX_COUNT) {
      return Optional.of(breachOf(outputs.size(), 0));
    }
    long bytes = 0;
    for (var output : outputs.entrySet()) {
      bytes += size(output.getKey(), output.getValue());
    }
    return bytes > MAX_BYTES ? Optional.of(breachOf(outputs.size(), bytes)) : Optional.empty();
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

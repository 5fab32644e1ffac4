package dev.pawl.benchmarks.measure;

import java.time.Duration;
import java.util.Optional;

/// The duration of a measurement, and of the warm-up before it.
///
/// @param server the database server, if it is a process of its own whose use counts as well
public record MeasurementWindow(
    Duration warmUp, Duration measured, Optional<ProcessHandle> server) {

  private static final Duration LEAST_WARM_UP = Duration.ofSeconds(5);

  /// A warm-up of half the duration, but long enough for the JIT.
  public static MeasurementWindow of(Duration measured, Optional<ProcessHandle> server) {
    Duration half = measured.dividedBy(2);
    return new MeasurementWindow(
        half.compareTo(LEAST_WARM_UP) < 0 ? LEAST_WARM_UP : half, measured, server);
  }
}

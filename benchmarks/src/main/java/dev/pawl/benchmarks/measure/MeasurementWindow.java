package dev.pawl.benchmarks.measure;

import java.time.Duration;

/// The duration of a measurement, and of the warm-up before it.
public record MeasurementWindow(Duration warmUp, Duration measured) {

  private static final Duration LEAST_WARM_UP = Duration.ofSeconds(5);

  /// A warm-up of half the duration, but long enough for the JIT.
  public static MeasurementWindow of(Duration measured) {
    Duration half = measured.dividedBy(2);
    return new MeasurementWindow(
        half.compareTo(LEAST_WARM_UP) < 0 ? LEAST_WARM_UP : half, measured);
  }
}

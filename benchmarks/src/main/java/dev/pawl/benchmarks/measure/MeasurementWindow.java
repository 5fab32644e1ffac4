package dev.pawl.benchmarks.measure;

import java.time.Duration;

/// How long a figure is measured, and how long the subject is kept busy before that, at least.
public record MeasurementWindow(Duration warmUp, Duration measured) {

  private static final Duration LEAST_WARM_UP = Duration.ofSeconds(5);

  /// Half as long to warm up, but long enough for the JIT to have seen the code.
  public static MeasurementWindow of(Duration measured) {
    Duration half = measured.dividedBy(2);
    return new MeasurementWindow(
        half.compareTo(LEAST_WARM_UP) < 0 ? LEAST_WARM_UP : half, measured);
  }
}

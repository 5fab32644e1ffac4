package dev.pawl.benchmarks.measure;

import java.util.Optional;
import java.util.OptionalDouble;

/// A number of operations per second.
public record ThroughputRate(double perSecond) {

  public static OptionalDouble figure(Optional<ThroughputRate> rate) {
    return rate.map(ThroughputRate::perSecond)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }
}

package dev.pawl.benchmarks.measure;

import java.util.Optional;
import java.util.OptionalDouble;

/// How much was done per second.
public record ThroughputRate(double perSecond) {

  public static OptionalDouble figure(Optional<ThroughputRate> rate) {
    return rate.map(ThroughputRate::perSecond)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }
}

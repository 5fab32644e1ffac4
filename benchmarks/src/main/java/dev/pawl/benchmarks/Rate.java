package dev.pawl.benchmarks;

import java.util.Optional;
import java.util.OptionalDouble;

/// How much was done per second.
public record Rate(double perSecond) {

  static OptionalDouble figure(Optional<Rate> rate) {
    return rate.map(Rate::perSecond).map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}

package dev.pawl.architecture.offenders.core;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;

final class ReadsTheClock {
  static final Supplier<Instant> REFERENCE = Instant::now;

  static List<Object> times(Clock clock) {
    return List.of(
        Instant.now(),
        LocalDate.now(ZoneOffset.UTC),
        System.currentTimeMillis(),
        System.nanoTime(),
        clock);
  }

  private ReadsTheClock() {}
}

package dev.pawl.simulation.judge;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.lifecycle.BreakerState;
import java.time.Instant;

/// A breaker opens after its threshold, cools for its time, and is probed by one.
final class BreakerLaws {

  static void line(Verdict verdict, Breaker before, Transition line, Instant at) {
    switch (line.cause()) {
      case Event.ProbeChanged(var probe) -> {
        boolean isSecond = probe.isPresent() && before.probe().isPresent();
        if (isSecond || before.state() != BreakerState.HALF_OPEN) {
          verdict.broken(Law.BREAKER_HOLDS, "another probe of %s: %s".formatted(before, probe));
        }
      }
      case Event.BreakerMoved(var row, _) -> {
        if (row == BreakerEvent.COOL_DOWN && at.isBefore(before.coolAt())) {
          verdict.broken(Law.BREAKER_HOLDS, before + " cooled down too early, at " + at);
        }
        if (row == BreakerEvent.TRIP && before.failures() < before.profile().failureThreshold()) {
          verdict.broken(Law.BREAKER_HOLDS, before + " opened too early");
        }
      }
      default -> {}
    }
  }

  private BreakerLaws() {}
}

package dev.pawl.simulation.invariants;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Instant;

/// Checks that a breaker opens at its threshold, cools down for its time, and has one probe at a
/// time.
final class BreakerInvariants {

  static void line(ViolationRecorder violations, Breaker before, Transition line, Instant at) {
    switch (line.cause()) {
      case DomainEvent.ProbeChanged(var probe) -> {
        boolean isSecond = probe.isPresent() && before.probe().isPresent();
        if (isSecond || before.state() != BreakerState.HALF_OPEN) {
          violations.violated(
              Invariant.BREAKER_HOLDS, "another probe of %s: %s".formatted(before, probe));
        }
      }
      case DomainEvent.BreakerMoved(var row, _) -> {
        if (row == BreakerEvent.COOL_DOWN && at.isBefore(before.cooldownEnd())) {
          violations.violated(Invariant.BREAKER_HOLDS, before + " cooled down too early, at " + at);
        }
        if (row == BreakerEvent.TRIP && before.failures() < before.profile().failureThreshold()) {
          violations.violated(Invariant.BREAKER_HOLDS, before + " opened too early");
        }
      }
      default -> {}
    }
  }

  private BreakerInvariants() {}
}

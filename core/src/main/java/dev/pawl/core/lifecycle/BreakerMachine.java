package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.ActorKind.*;
import static dev.pawl.core.lifecycle.BreakerEvent.*;
import static dev.pawl.core.lifecycle.BreakerState.*;

/// The table of the circuit breaker, of which each tool has one.
public final class BreakerMachine {

  // spotless:off
  public static final Machine<BreakerState, BreakerEvent> MACHINE =
      Machine.of("breaker", BreakerState.class, BreakerEvent.class)
          .startsIn(CLOSED)
          //   from       event      to         by                when
          .row(CLOSED,    TRIP,      OPEN,      by(ORCHESTRATOR), "threshold of consecutive failures")
          .row(OPEN,      COOL_DOWN, HALF_OPEN, by(CLOCK),        "cool-down over; the next question is the probe")
          .row(HALF_OPEN, SUCCEED,   CLOSED,    by(AGENT),        "successes of the probe reach the threshold")
          .row(HALF_OPEN, FAIL,      OPEN,      by(AGENT, CLOCK), "the probe failed, or its lease ended without an outcome")
          .row(OPEN,      RESET,     CLOSED,    by(PERSON),       "pawl breakers reset")
          .row(HALF_OPEN, RESET,     CLOSED,    by(PERSON),       "pawl breakers reset")
          .late(CLOSED, SUCCEED, "closed already")
          .late(OPEN,   FAIL,    "open already")
          .late(CLOSED, RESET,   "closed already")
          .build();
  // spotless:on

  private BreakerMachine() {}
}

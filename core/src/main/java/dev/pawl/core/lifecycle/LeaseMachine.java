package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.ActorKind.*;
import static dev.pawl.core.lifecycle.LeaseEvent.*;
import static dev.pawl.core.lifecycle.LeaseState.*;

/// The table of the lease. The lease fences an attempt: without a live one, an agent cannot move
/// it.
public final class LeaseMachine {

  // spotless:off
  public static final Machine<LeaseState, LeaseEvent> MACHINE =
      Machine.of("lease", LeaseState.class, LeaseEvent.class)
          .startsIn(GRANTED)
          .endsIn(EXPIRED, REVOKED, COMPLETED, CANCELLED)
          //   from     event       to         by                when
          .row(GRANTED, ACK,        ACTIVE,    by(AGENT),        "job.ack")
          .row(GRANTED, EXPIRE,     EXPIRED,   by(CLOCK),        "TTL and margin passed")
          .row(ACTIVE,  EXPIRE,     EXPIRED,   by(CLOCK),        "TTL and margin passed")
          .row(GRANTED, REVOKE,     REVOKED,   by(ORCHESTRATOR), "reject, force, wait for a group, agent revoked, backstop time-out")
          .row(ACTIVE,  REVOKE,     REVOKED,   by(ORCHESTRATOR), "reject, force, wait for a group, agent revoked, backstop time-out")
          .row(ACTIVE,  COMPLETE,   COMPLETED, by(AGENT),        "job.complete accepted")
          .row(ACTIVE,  CANCEL_ACK, CANCELLED, by(AGENT),        "job.cancel.ack accepted")
          .late(EXPIRED,   ACK,        "the lease had ended")
          .late(EXPIRED,   COMPLETE,   "the lease had ended")
          .late(EXPIRED,   CANCEL_ACK, "the lease had ended")
          .late(EXPIRED,   EXPIRE,     "the lease had ended")
          .late(EXPIRED,   REVOKE,     "the lease had ended")
          .late(REVOKED,   ACK,        "the lease had ended")
          .late(REVOKED,   COMPLETE,   "the lease had ended")
          .late(REVOKED,   CANCEL_ACK, "the lease had ended")
          .late(REVOKED,   EXPIRE,     "the lease had ended")
          .late(REVOKED,   REVOKE,     "the lease had ended")
          .late(COMPLETED, ACK,        "the lease had ended")
          .late(COMPLETED, COMPLETE,   "the lease had ended")
          .late(COMPLETED, CANCEL_ACK, "the lease had ended")
          .late(COMPLETED, EXPIRE,     "the lease had ended")
          .late(COMPLETED, REVOKE,     "the lease had ended")
          .late(CANCELLED, ACK,        "the lease had ended")
          .late(CANCELLED, COMPLETE,   "the lease had ended")
          .late(CANCELLED, CANCEL_ACK, "the lease had ended")
          .late(CANCELLED, EXPIRE,     "the lease had ended")
          .late(CANCELLED, REVOKE,     "the lease had ended")
          .build();
  // spotless:on

  private LeaseMachine() {}
}

package dev.pawl.core.attempt;

import dev.pawl.core.lifecycle.LeaseState;
import java.time.Instant;

/// One agent's exclusive right to execute one attempt.
///
/// Fenced by its number, which rises with every lease of an attempt: messages under an earlier
/// number are stale. `renewedAt` is liveness: it changes with heartbeats and is not in the journal.
public record Lease(int number, LeaseState state, String agent, Instant renewedAt) {

  public Lease in(LeaseState state) {
    return new Lease(number, state, agent, renewedAt);
  }

  public Lease renewed(Instant at) {
    return new Lease(number, state, agent, at);
  }
}

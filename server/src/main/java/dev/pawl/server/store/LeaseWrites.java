package dev.pawl.server.store;

import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is written of leases, and of how alive they are, which no journal tells.
final class LeaseWrites {

  private final RowWrites leases;

  LeaseWrites(Writes writes) {
    this.leases = writes.to(Table.LEASE);
  }

  void insert(String run, LeaseRef lease, String agent, long agentVersion, Instant at) {
    leases.insert(
        run,
        lease.attempt().job(),
        lease.attempt().attempt(),
        lease.number(),
        agent,
        agentVersion,
        Machine.wireName(LeaseState.GRANTED),
        at,
        at,
        0L,
        null);
  }

  void moved(String run, LeaseMoved moved, String to, Instant at) {
    boolean ends = LeaseMachine.MACHINE.isTerminal(Machine.ofWireName(LeaseState.class, to));
    boolean isHeard = moved.event() == LeaseEvent.ACK;
    update(run, moved.lease(), to, isHeard ? at : null, null, ends ? at : null);
  }

  void renewed(String run, LeaseRef lease, Instant at) {
    update(run, lease, null, at, null, null);
  }

  void heard(String run, LeaseRef lease, long seq) {
    update(run, lease, null, null, seq, null);
  }

  private void update(
      String run,
      LeaseRef lease,
      @Nullable String state,
      @Nullable Instant renewedAt,
      @Nullable Long seq,
      @Nullable Instant endedAt) {
    leases.update(
        run,
        lease.attempt().job(),
        lease.attempt().attempt(),
        lease.number(),
        null,
        null,
        state,
        null,
        renewedAt,
        seq,
        endedAt);
  }
}

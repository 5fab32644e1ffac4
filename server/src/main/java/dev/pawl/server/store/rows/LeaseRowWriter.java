package dev.pawl.server.store.rows;

import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Writes rows of table `lease`, with the liveness of leases, which is in no journal.
public final class LeaseRowWriter {

  private final TableWrites leases;

  public LeaseRowWriter(WriteBatch writes) {
    this.leases = writes.table(SqlTable.LEASE);
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

  void transition(String run, LeaseMoved moved, String to, Instant at) {
    boolean ends = LeaseMachine.MACHINE.isTerminal(Machine.ofWireName(LeaseState.class, to));
    boolean isHeard = moved.event() == LeaseEvent.ACK;
    update(run, moved.lease(), to, isHeard ? at : null, null, ends ? at : null);
  }

  /// Ends a lease that no attempt explains.
  void revoke(String run, LeaseRef lease, Instant at) {
    update(run, lease, Machine.wireName(LeaseState.REVOKED), null, null, at);
  }

  public void renew(String run, LeaseRef lease, Instant at) {
    update(run, lease, null, at, null, null);
  }

  public void recordSequence(String run, LeaseRef lease, long seq) {
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

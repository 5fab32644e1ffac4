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

/// Writes the last lease of an attempt into its row, with its liveness, which is in no journal.
public final class LeaseRowWriter {

  private final TableWrites attempts;

  public LeaseRowWriter(WriteBatch writes) {
    this.attempts = writes.table(SqlTable.ATTEMPT);
  }

  void grant(String run, LeaseRef lease, String agent, long agentVersion, Instant at) {
    @Nullable Object[] row = of(run, lease);
    setState(row, LeaseState.GRANTED);
    row[AttemptColumns.AGENT] = agent;
    row[AttemptColumns.AGENT_VERSION] = agentVersion;
    row[AttemptColumns.GRANTED_AT] = at;
    row[AttemptColumns.RENEWED_AT] = at;
    row[AttemptColumns.LAST_SEQ] = 0L;
    attempts.update(row);
  }

  void transition(String run, LeaseMoved moved, String to, Instant at) {
    @Nullable Object[] row = of(run, moved.lease());
    setState(row, Machine.ofWireName(LeaseState.class, to));
    if (moved.event() == LeaseEvent.ACK) {
      row[AttemptColumns.RENEWED_AT] = at;
    }
    attempts.update(row);
  }

  /// Ends a lease that no attempt explains.
  void revoke(String run, LeaseRef lease) {
    @Nullable Object[] row = of(run, lease);
    setState(row, LeaseState.REVOKED);
    attempts.update(row);
  }

  public void renew(String run, LeaseRef lease, Instant at) {
    @Nullable Object[] row = of(run, lease);
    row[AttemptColumns.RENEWED_AT] = at;
    attempts.update(row);
  }

  public void recordSequence(String run, LeaseRef lease, long seq) {
    @Nullable Object[] row = of(run, lease);
    row[AttemptColumns.LAST_SEQ] = seq;
    attempts.update(row);
  }

  private static @Nullable Object[] of(String run, LeaseRef lease) {
    @Nullable Object[] row = AttemptColumns.of(run, lease.attempt());
    row[AttemptColumns.LEASE] = lease.number();
    return row;
  }

  private static void setState(@Nullable Object[] row, LeaseState state) {
    row[AttemptColumns.LEASE_STATE] = Machine.wireName(state);
    row[AttemptColumns.IS_LEASED] = LeaseMachine.MACHINE.isTerminal(state) ? 0 : 1;
  }
}

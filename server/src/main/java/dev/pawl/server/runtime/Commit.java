package dev.pawl.server.runtime;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import java.util.List;

/// What one turn of the loop makes durable, in one transaction.
///
/// @param id unique; in every journal entry that it writes, so that an outcome that is unknown can
///   be resolved by reading
/// @param changes the accepted decisions, in the order in which they were decided
/// @param delivered the ids of effects that need not be kept any longer
/// @param heard the last numbers that were accepted under leases: liveness, in no journal
/// @param isNews whether another orchestrator may have something to do because of it
public record Commit(
    String id, List<Change> changes, List<Long> delivered, List<Heard> heard, boolean isNews) {

  public Commit {
    changes = List.copyOf(changes);
    delivered = List.copyOf(delivered);
    heard = List.copyOf(heard);
  }

  public Commit(String id, List<Change> changes, List<Long> delivered, List<Heard> heard) {
    this(id, changes, delivered, heard, false);
  }

  /// The last number that was accepted under a lease.
  public record Heard(RunId run, LeaseRef lease, long seq) {}
}

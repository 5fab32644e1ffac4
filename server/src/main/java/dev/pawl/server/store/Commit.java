package dev.pawl.server.store;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.util.List;
import java.util.Set;

/// What one turn of the loop makes durable, in one transaction.
///
/// @param id unique; in every journal entry that it writes, so that an outcome that is unknown can
///   be resolved by reading
/// @param changes the accepted decisions, in the order in which they were decided
/// @param delivered the ids of effects that need not be kept any longer
/// @param acceptedMessages the last numbers that were accepted under leases: liveness, in no
///   journal
/// @param wakesOthers whether another orchestrator may have something to do because of it
/// @param dispatchedHere of the agents that it gives something to do, those that whoever commits
///   tells so itself
public record Commit(
    String id,
    List<Change> changes,
    List<Long> delivered,
    List<AcceptedMessage> acceptedMessages,
    boolean wakesOthers,
    Set<String> dispatchedHere) {

  public Commit {
    changes = List.copyOf(changes);
    delivered = List.copyOf(delivered);
    acceptedMessages = List.copyOf(acceptedMessages);
  }

  public Commit(
      String id, List<Change> changes, List<Long> delivered, List<AcceptedMessage> heard) {
    this(id, changes, delivered, heard, false, Set.of());
  }

  /// The same with other changes.
  public Commit with(List<Change> others) {
    return new Commit(id, others, delivered, acceptedMessages, wakesOthers, dispatchedHere);
  }

  /// Whether the effect is kept until it was delivered. A dispatch to an agent that is linked to
  /// whoever commits is kept as its lease alone: if it is not sent, its orchestrator or its link is
  /// gone, and the agent is told of its leases wherever it comes to next.
  public boolean keeps(Effect effect) {
    return !(effect instanceof Effect.Dispatch dispatch
        && dispatchedHere.contains(dispatch.agent()));
  }

  /// The last number that was accepted under a lease.
  public record AcceptedMessage(RunId run, LeaseRef lease, long seq) {}
}

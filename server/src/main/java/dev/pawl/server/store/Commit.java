package dev.pawl.server.store;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.util.List;
import java.util.Set;

/// The changes that one turn of the command loop commits in one transaction.
///
/// @param id unique; it is in every journal entry of the commit, so that an unknown outcome can be
///   resolved by reading
/// @param changes the accepted decisions, in the order in which they were decided
/// @param delivered the ids of delivered effects, to be deleted
/// @param acceptedMessages the last message numbers accepted under leases; they are in no journal
/// @param notice what the other orchestrators are told
/// @param dispatchedHere the agents that are connected to the committing orchestrator, which sends
///   them their dispatches itself
/// @param answers the answers to requests that may be repeated, whose changes are in the commit
public record Commit(
    String id,
    List<Change> changes,
    List<Long> delivered,
    List<AcceptedMessage> acceptedMessages,
    CommitNotice notice,
    Set<String> dispatchedHere,
    List<StoredAnswer> answers) {

  public Commit {
    changes = List.copyOf(changes);
    delivered = List.copyOf(delivered);
    acceptedMessages = List.copyOf(acceptedMessages);
    answers = List.copyOf(answers);
  }

  public Commit(
      String id,
      List<Change> changes,
      List<Long> delivered,
      List<AcceptedMessage> accepted,
      CommitNotice notice,
      Set<String> dispatchedHere) {
    this(id, changes, delivered, accepted, notice, dispatchedHere, List.of());
  }

  public Commit(
      String id, List<Change> changes, List<Long> delivered, List<AcceptedMessage> accepted) {
    this(id, changes, delivered, accepted, new CommitNotice("", false, List.of()), Set.of());
  }

  /// A copy with other changes.
  public Commit with(List<Change> others) {
    return new Commit(id, others, delivered, acceptedMessages, notice, dispatchedHere, answers);
  }

  /// Whether the effect is stored until it is delivered. A dispatch to an agent that is connected
  /// to the committing orchestrator is not: if it is not sent, the orchestrator has crashed or the
  /// agent is disconnected, and the agent gets its leases when it connects again.
  public boolean keeps(Effect effect) {
    return !(effect instanceof Effect.Dispatch dispatch
        && dispatchedHere.contains(dispatch.agent()));
  }

  /// The last message number that was accepted under a lease.
  public record AcceptedMessage(RunId run, LeaseRef lease, long seq) {}
}

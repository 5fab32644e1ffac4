package dev.pawl.server.orchestrator;

import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes batches durable, and only then says what is in them. One whose outcome is unknown stays
/// open until that is known. Owned by the loop.
final class CommitPipeline {

  private static final int MOST_IN_VAIN = 3;

  private final OrchestratorIdentity identity;
  private final LoopComponents parts;
  private final CommitExecutor carrier;
  private final Runnable done;
  private long commits;
  private int inVain;
  private @Nullable InFlightCommit open;

  /// Those who are being told; for as long as that takes, or fails.
  private List<LoopRequest> telling = List.of();

  /// @param done called when a commit has ended, by any thread
  CommitPipeline(
      OrchestratorIdentity identity, LoopComponents parts, CommitExecutor carrier, Runnable done) {
    this.identity = identity;
    this.parts = parts;
    this.carrier = carrier;
    this.done = done;
  }

  /// A batch that is about to be made durable.
  record Proposal(Batch batch, Commit commit, Store.PreparedCommit prepared) {}

  /// Works out what the batch makes durable, while the one before is.
  Proposal propose(Batch batch) {
    Commit commit = batch.commit(identity.commit(++commits), parts.links, parts.outbox);
    return new Proposal(batch, commit, parts.store.prepare(commit));
  }

  /// Begins to make it durable.
  ///
  /// @param work what is to be decided again if it turns out not to have happened
  /// @param isAlone whether hardly anything will be there to be decided meanwhile
  InFlightCommit begin(Proposal proposal, BatchInput work, boolean isAlone) {
    CommitExecutor.PendingCommit carried =
        carrier.execute(proposal.prepared()::commit, isAlone, done);
    parts.settled.begin(carried);
    int learned = parts.dispatcher.uncommitted();
    return new InFlightCommit(proposal.batch(), proposal.commit(), work, learned, carried);
  }

  /// Waits until it is durable. Says whether it is, or stays open because that is not known.
  ///
  /// @throws Conflict if it must be decided again
  boolean end(InFlightCommit flight) {
    try {
      flight.carried().result();
    } catch (CommitOutcomeUnknown _) {
      open = flight;
      return false;
    }
    settle(flight);
    return true;
  }

  private void settle(InFlightCommit flight) {
    inVain = 0;
    parts.outbox.forgotten(flight.commit().delivered());
    parts.dispatcher.settle(flight.learned());
  }

  /// Says what is in a batch that is durable.
  void release(InFlightCommit flight) {
    telling = flight.work().asked();
    say(flight.batch(), flight.commit());
    telling = List.of();
  }

  /// Says what is in a batch that has nothing to make durable.
  void release(Batch batch, List<LoopRequest> asked) {
    batch.delivered().forEach(parts.outbox::done);
    parts.dispatcher.settle(parts.dispatcher.uncommitted());
    telling = asked;
    say(batch, null);
    telling = List.of();
  }

  private void say(Batch batch, @Nullable Commit commit) {
    batch.remember();
    parts.cache.settle();
    if (commit != null) {
      for (Change change : commit.changes()) {
        change.affectedRun().ifPresent(_ -> parts.observer.committed(change));
        parts.outbox.committed(commit, change);
      }
    }
    batch.speak();
    batch.finish();
  }

  /// Whether nothing else may be done before [#resolve].
  boolean isOpen() {
    return open != null;
  }

  /// Those of whom only the store knows whether they have what they asked for.
  List<LoopRequest> uncertain() {
    return open == null ? List.of() : open.work().asked();
  }

  /// Those who were being told, when that came to a bad end.
  List<LoopRequest> untold() {
    List<LoopRequest> untold = telling;
    telling = List.of();
    return untold;
  }

  /// @param batch what a batch may decide
  List<BoundedSize> sizes(int batch) {
    return List.of(new BoundedSize("CommitPipeline.telling", telling.size(), batch));
  }

  /// Finds out what became of a batch whose outcome was unknown; gives what is to be decided again.
  ///
  /// @throws StoreFailure if that cannot be told yet
  List<LoopRequest> resolve() {
    if (open == null) {
      return List.of();
    }
    InFlightCommit unknown = open;
    boolean happened = wasCommitted(unknown.commit());
    open = null;
    if (happened) {
      settle(unknown);
      release(unknown);
      return List.of();
    }
    inVain++;
    parts.takeBack();
    return unknown.work().asked();
  }

  /// Whether one commit after another had an unknown outcome and did not happen: then to try again
  /// at once is of no use.
  boolean isInVain() {
    return inVain >= MOST_IN_VAIN;
  }

  private boolean wasCommitted(Commit commit) {
    try {
      return parts.store.wasCommitted(commit);
    } catch (CommitOutcomeUnknown e) {
      throw new StoreUnavailable("cannot tell whether a commit has happened", e);
    }
  }

  /// Forgets what has been delivered.
  void forgetDelivered() {
    List<Long> delivered = parts.outbox.delivered();
    if (!delivered.isEmpty()) {
      var commit = new Commit(identity.commit(++commits), List.of(), delivered, List.of());
      parts.store.commit(commit);
      parts.outbox.forgotten(delivered);
    }
  }
}

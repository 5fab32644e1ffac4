package dev.pawl.server.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes batches durable, and only then says what is in them. One whose outcome is unknown stays
/// open until that is known. Owned by the loop.
final class Committer {

  private static final int MOST_IN_VAIN = 3;

  /// A batch whose outcome is unknown.
  private record Open(Commit commit, Batch batch, List<Asked> asked) {}

  private final Identity identity;
  private final Parts parts;
  private long commits;
  private int inVain;
  private @Nullable Open open;

  Committer(Identity identity, Parts parts) {
    this.identity = identity;
    this.parts = parts;
  }

  /// Makes the batch durable and says what is in it, unless its outcome is unknown.
  ///
  /// @param asked what is to be decided again if it turns out not to have happened
  /// @param forgets whether it is made durable for the end of effects alone
  /// @throws Conflict if it must be decided again
  void commit(Batch batch, List<Asked> asked, boolean forgets) {
    if (batch.isWorthACommit(forgets)) {
      Commit commit = batch.commit(identity.commit(++commits), parts.links);
      try {
        parts.store.commit(commit);
      } catch (OutcomeUnknown _) {
        open = new Open(commit, batch, asked);
        return;
      }
      inVain = 0;
      parts.outbox.forgotten(commit.delivered());
    } else {
      batch.delivered().forEach(parts.outbox::done);
    }
    release(batch);
  }

  private void release(Batch batch) {
    batch.remember();
    parts.cache.settle();
    parts.dispatcher.settle();
    for (Change change : batch.changes()) {
      change.asked().ifPresent(_ -> parts.observer.changed(change));
      parts.outbox.committed(change);
    }
    batch.speak();
    batch.finish();
  }

  /// Whether nothing else may be done before [#resolve].
  boolean isOpen() {
    return open != null;
  }

  /// Finds out what became of a batch whose outcome was unknown; gives what is to be decided again.
  ///
  /// @throws StoreFailure if that cannot be told yet
  List<Asked> resolve() {
    if (open == null) {
      return List.of();
    }
    Open unknown = open;
    boolean happened = wasCommitted(unknown.commit());
    open = null;
    inVain = happened ? 0 : inVain + 1;
    if (happened) {
      parts.outbox.forgotten(unknown.batch().delivered());
      release(unknown.batch());
      return List.of();
    }
    parts.takeBack();
    return unknown.asked();
  }

  /// Whether one commit after another had an unknown outcome and did not happen: then to try again
  /// at once is of no use.
  boolean isInVain() {
    return inVain >= MOST_IN_VAIN;
  }

  private boolean wasCommitted(Commit commit) {
    try {
      return parts.store.wasCommitted(commit);
    } catch (OutcomeUnknown e) {
      throw new StoreFailure("cannot tell whether a commit has happened", e);
    }
  }

  /// Forgets what has been delivered.
  void settle() {
    List<Long> delivered = parts.outbox.delivered();
    if (!delivered.isEmpty()) {
      var commit = new Commit(identity.commit(++commits), List.of(), delivered, List.of());
      parts.store.commit(commit);
      parts.outbox.forgotten(delivered);
    }
  }
}

package dev.pawl.server.runtime;

import dev.pawl.core.engine.Aggregate.Kind;
import dev.pawl.core.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The turns of an [Orchestrator].
///
/// A batch that conflicts with another orchestrator's is decided again as a whole, from the newest
/// state; one that keeps conflicting is halved, until what conflicts is alone and is told to come
/// back. A batch whose outcome is unknown is asked about before anything else is done.
final class Loop implements Handling.Arrivals {

  private static final int LARGEST_BATCH = 1_000;
  private static final int MOST_DUE = 1_000;
  private static final int MOST_TRIES = 5;
  private static final int MOST_SUSPICIONS = 2;

  /// Whatever others may have changed is looked at this often.
  private static final Duration POLL = Duration.ofSeconds(1);

  /// A batch whose outcome is unknown.
  private record Unresolved(String commit, Batch batch, List<Asked> asked) {}

  private final Identity identity;
  private final Inbox inbox;
  private final Parts parts;
  private final Store store;
  private Instant nextPoll = Instant.EPOCH;
  private Instant servedSince = Instant.EPOCH;
  private long commits;
  private List<Asked> atWork = List.of();
  private boolean hasPolled;
  private boolean hasNewAgents;
  private boolean hasMoreToGrant;
  private @Nullable Unresolved unresolved;

  Loop(Identity identity, Inbox inbox, Parts parts) {
    this.identity = identity;
    this.inbox = inbox;
    this.parts = parts;
    this.store = parts.store;
  }

  static StoreFailure busy() {
    return new StoreFailure("busy: too much is waiting; try again in 1 s");
  }

  boolean hasMore() {
    boolean canGrant = hasNewAgents || hasMoreToGrant;
    return unresolved == null && (!inbox.isEmpty() || canGrant || parts.outbox.hasMore());
  }

  Duration patience() {
    Duration untilPoll = Duration.between(store.now(), nextPoll);
    return untilPoll.isNegative() ? Duration.ZERO : untilPoll;
  }

  void turn() {
    resolve();
    atWork = inbox.take(LARGEST_BATCH);
    parts.outbox.drainTo(atWork, LARGEST_BATCH);
    hasNewAgents = false;
    try {
      Instant now = store.now();
      work(poll(now));
      if (unresolved == null) {
        parts.outbox.pump(now);
      }
    } catch (RuntimeException e) {
      abandon(e);
      throw e;
    }
    resolve();
  }

  /// What other orchestrators, or time, may have changed; gives the runs that are due.
  private List<RunId> poll(Instant now) {
    hasPolled = !now.isBefore(nextPoll);
    if (!hasPolled) {
      return List.of();
    }
    servedSince = store.served(now);
    List<RunId> due = store.due(now, MOST_DUE);
    parts.dispatcher.poll(store, parts.links.agents(), now);
    parts.outbox.poll(now);
    nextPoll = now.plus(POLL);
    return due;
  }

  private void work(List<RunId> due) {
    List<RunId> ticks = due;
    int suspicions = 0;
    for (int tries = 1; ; tries++) {
      parts.decider.trust(suspicions < MOST_SUSPICIONS);
      try {
        attempt(ticks);
        return;
      } catch (Suspicion _) {
        suspicions++;
        parts.dispatcher.rollback();
        forgetEverything();
      } catch (Conflict conflict) {
        parts.dispatcher.rollback();
        conflict.aggregates().forEach(this::forget);
        parts.links.forgetNumbers();
        if (tries >= MOST_TRIES) {
          if (atWork.size() <= 1) {
            abandon(busy());
            return;
          }
          halve();
          ticks = List.of();
          tries = 0;
        }
      }
    }
  }

  private void halve() {
    int half = atWork.size() / 2;
    inbox.putBack(atWork.subList(half, atWork.size()));
    atWork = atWork.subList(0, half);
  }

  /// Decides everything, makes it durable, and only then says it.
  private void attempt(List<RunId> ticks) {
    var batch = new Batch(parts.cache, store.now(), parts.outbox.delivered());
    atWork.forEach(asked -> parts.handling.handle(batch, asked, this));
    ticks.forEach(run -> parts.decider.tick(batch, run, servedSince));
    hasMoreToGrant = parts.dispatcher.grant(batch, parts.decider);
    if (batch.isWorthACommit(hasPolled)) {
      Commit commit = batch.commit(identity.commit(++commits));
      try {
        store.commit(commit);
      } catch (OutcomeUnknown _) {
        unresolved = new Unresolved(commit.id(), batch, atWork);
        return;
      }
      parts.outbox.forgotten(commit.delivered());
    } else {
      batch.delivered().forEach(parts.outbox::done);
    }
    release(batch);
  }

  private void release(Batch batch) {
    batch.remember();
    parts.dispatcher.settle();
    for (Change change : batch.changes()) {
      change.asked().ifPresent(_ -> parts.observer.changed(change));
      parts.outbox.committed(change);
    }
    batch.speak();
    batch.finish();
  }

  /// Finds out what became of a batch whose outcome was unknown.
  private void resolve() {
    if (unresolved == null) {
      return;
    }
    Unresolved open = unresolved;
    boolean happened = wasCommitted(open.commit());
    unresolved = null;
    if (happened) {
      parts.outbox.forgotten(open.batch().delivered());
      release(open.batch());
    } else {
      parts.dispatcher.rollback();
      forgetEverything();
      inbox.putBack(open.asked());
    }
  }

  private boolean wasCommitted(String commit) {
    try {
      return store.wasCommitted(commit);
    } catch (OutcomeUnknown e) {
      throw new StoreFailure("cannot tell whether a commit has happened", e);
    }
  }

  /// Nobody is told anything but that it failed: persons ask again, agents say it again, and
  /// effects are found again.
  private void abandon(RuntimeException why) {
    parts.dispatcher.rollback();
    forgetEverything();
    for (Asked asked : atWork) {
      asked.fail(why);
      if (asked instanceof Asked.Owed owed) {
        parts.outbox.release(owed);
      }
    }
    atWork = List.of();
  }

  private void forgetEverything() {
    parts.cache.clear();
    parts.links.forgetNumbers();
  }

  private void forget(Conflict.On moved) {
    parts.cache.forget(moved);
    if (moved.kind() == Kind.AGENT && parts.dispatcher.isLinked(moved.key())) {
      parts.dispatcher.reload(moved.key());
    }
  }

  void settle() {
    List<Long> delivered = parts.outbox.delivered();
    if (!delivered.isEmpty()) {
      store.commit(new Commit(identity.commit(++commits), List.of(), delivered, List.of()));
      parts.outbox.forgotten(delivered);
    }
  }

  @Override
  public void came(Linked linked) {
    parts.links.add(linked);
    hasNewAgents = true;
    parts.outbox.rewind();
    parts.dispatcher.linked(parts.cache.agent(linked.agent()));
  }

  @Override
  public void left(Linked linked) {
    parts.links.remove(linked);
    if (parts.links.of(linked.agent()).isEmpty()) {
      parts.dispatcher.unlinked(linked.agent());
    }
  }
}

package dev.pawl.server.runtime;

import dev.pawl.core.engine.Aggregate.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The turns of an [Orchestrator].
///
/// A batch that conflicts with another orchestrator's is decided again as a whole, from the newest
/// state; one that keeps conflicting is halved, until what conflicts is alone and is told to come
/// back. A batch whose outcome is unknown is asked about before anything else is done.
final class Loop {

  private static final int MOST_TRIES = 5;
  private static final int MOST_SUSPICIONS = 2;

  /// Whatever others may have changed is looked at this often.
  private static final Duration POLL = Duration.ofSeconds(1);

  /// News of others are looked at at most this often.
  private static final Duration NEWS = Duration.ofMillis(20);

  private final Limits limits;
  private final Inbox inbox;
  private final Parts parts;
  private final Round<Due> due;
  private final Committer committer;
  private final Store store;
  private Instant nextPoll = Instant.EPOCH;
  private Instant lastPoll = Instant.EPOCH;
  private Instant servedSince = Instant.EPOCH;
  private List<Asked> atWork = List.of();
  private boolean hasPolled;
  private boolean hasMoreToGrant;

  Loop(Identity identity, Limits limits, Inbox inbox, Parts parts) {
    this.limits = limits;
    this.due = new Round<>(Due.FIRST, limits.page());
    this.inbox = inbox;
    this.parts = parts;
    this.committer = new Committer(identity, parts);
    this.store = parts.store;
  }

  static StoreFailure busy() {
    return new StoreFailure("busy: too much is waiting; try again in 1 s");
  }

  boolean hasMore() {
    boolean canGrant = hasMoreToGrant || parts.attendance.hasNews();
    return !committer.isOpen() && (!inbox.isEmpty() || canGrant || parts.outbox.hasMore());
  }

  Duration patience() {
    Duration untilPoll = Duration.between(store.now(), nextPoll);
    return untilPoll.isNegative() ? Duration.ZERO : untilPoll;
  }

  void turn() {
    resolve();
    atWork = inbox.take(limits.batch() - limits.owedShare());
    if (inbox.isCaughtUp()) { // or what is put back would grow, if all of it is again
      parts.outbox.drainTo(atWork, limits.batch());
    }
    parts.attendance.look();
    try {
      Instant now = store.now();
      work(poll(now));
      if (!committer.isOpen()) {
        parts.outbox.pump(now);
      }
    } catch (RuntimeException e) {
      abandon(e);
      throw e;
    }
    resolve();
  }

  private void resolve() {
    List<Asked> undone = committer.resolve();
    if (!undone.isEmpty() && committer.isInVain()) {
      atWork = undone;
      var failure = new StoreFailure("the store breaks off every commit");
      abandon(failure);
      throw failure;
    }
    inbox.putBack(undone);
  }

  /// What other orchestrators, or time, may have changed; gives the runs that are due.
  private List<Due> poll(Instant now) {
    if (inbox.takeNews()) {
      nextPoll = earlier(nextPoll, lastPoll.plus(NEWS));
    }
    hasPolled = !now.isBefore(nextPoll);
    if (!hasPolled) {
      return List.of();
    }
    servedSince = store.served(now);
    List<Due> overdue = due.next((last, most) -> store.due(now, last, most), Function.identity());
    parts.dispatcher.poll(store, parts.links.agents(), now);
    parts.attendance.shutOut();
    parts.outbox.poll(now);
    lastPoll = now;
    nextPoll = now.plus(POLL);
    return overdue;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private void work(List<Due> overdue) {
    List<Due> ticks = overdue;
    int suspicions = 0;
    for (int tries = 1; ; tries++) {
      parts.decider.trust(suspicions < MOST_SUSPICIONS);
      try {
        committer.commit(decided(ticks), atWork, hasPolled || parts.outbox.isFull());
        return;
      } catch (Suspicion _) {
        suspicions++;
        parts.takeBack();
      } catch (Conflict conflict) {
        parts.dispatcher.rollback();
        parts.links.forgetNumbers();
        conflict.aggregates().forEach(this::forget);
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

  /// What has arrived, then what is due: a sign of life that has come is heard before its time is
  /// over. Then what can be granted, to whomever that has freed.
  private Batch decided(List<Due> ticks) {
    var batch = new Batch(parts.cache, store.now(), parts.outbox.delivered());
    atWork.forEach(asked -> parts.handling.handle(batch, asked));
    ticks.forEach(one -> parts.decider.tick(batch, one.run(), servedSince));
    hasMoreToGrant = parts.dispatcher.grant(batch, parts.decider);
    return batch;
  }

  private void forget(Conflict.On moved) {
    parts.cache.dispute(moved);
    if (moved.kind() == Kind.AGENT && parts.dispatcher.isLinked(moved.key())) {
      parts.dispatcher.reload(moved.key());
    }
  }

  /// Nobody is told anything but that it failed: persons ask again, agents say it again, and
  /// effects are found again.
  private void abandon(RuntimeException why) {
    parts.takeBack();
    for (Asked asked : atWork) {
      asked.fail(why);
      switch (asked) {
        case Asked.Owed owed -> parts.outbox.release(owed);
        // Nobody says it again; that its leases run on unheard is found out by their deadlines.
        case Asked.Gone(var link) -> parts.links.of(link).ifPresent(parts.attendance::left);
        case Asked.Create _,
            Asked.Of _,
            Asked.OfAgent _,
            Asked.Reset _,
            Asked.Heard _,
            Asked.News _ -> {}
      }
    }
    atWork = List.of();
  }

  void settle() {
    committer.settle();
  }

  List<Bounded> sizes() {
    List<Bounded> sizes = new ArrayList<>(inbox.sizes());
    sizes.add(new Bounded("Loop.atWork", atWork.size(), limits.batch()));
    sizes.addAll(parts.sizes());
    return sizes;
  }
}

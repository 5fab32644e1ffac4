package dev.pawl.server.runtime;

import dev.pawl.core.engine.Aggregate.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The turns of an [Orchestrator].
///
/// While a batch is being committed the next one is decided, as if that had happened; nobody is
/// told of either before it has. If it does not happen the next one is given up, and decided again.
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
  private @Nullable Flight flight;
  private boolean hasPolled;
  private boolean hasMoreToGrant;

  Loop(Identity identity, Limits limits, Inbox inbox, Parts parts, Carrier carrier) {
    this.limits = limits;
    this.due = new Round<>(Due.FIRST, limits.page());
    this.inbox = inbox;
    this.parts = parts;
    this.committer = new Committer(identity, parts, carrier, inbox::nudge);
    this.store = parts.store;
  }

  static StoreFailure busy() {
    return new StoreFailure("busy: too much is waiting; try again in 1 s");
  }

  boolean hasMore() {
    if (flight != null) {
      return true;
    }
    boolean canGrant = hasMoreToGrant || parts.attendance.hasNews();
    return !committer.isOpen() && (!inbox.isEmpty() || canGrant || parts.outbox.hasMore());
  }

  /// Whether there is nothing to do but to wait: for somebody, or for a commit.
  boolean isIdle() {
    return flight == null ? !hasMore() : inbox.isEmpty() && !flight.carried().isDone();
  }

  Duration patience() {
    Duration untilPoll = Duration.between(store.now(), nextPoll);
    return untilPoll.isNegative() ? Duration.ZERO : untilPoll;
  }

  void turn() {
    resolve();
    try {
      if (flight == null) {
        begin();
      } else {
        finish(flight, ahead(flight));
      }
    } catch (RuntimeException e) {
      abandon(e);
      throw e;
    }
    resolve();
  }

  private void begin() {
    atWork = inbox.take(limits.batch() - limits.owedShare());
    if (inbox.isCaughtUp()) { // or what is put back would grow, if all of it is again
      parts.outbox.drainTo(atWork, limits.batch());
    }
    parts.attendance.look();
    Instant now = store.now();
    List<Due> ticks = poll(now);
    Batch batch = trusted(ticks);
    if (!isWorthACommit(batch)) {
      committer.release(batch);
      parts.outbox.pump(now, false);
      return;
    }
    Flight begun = committer.begin(batch, atWork, ticks);
    flight = begun;
    atWork = List.of();
    hasPolled = false;
    if (begun.carried().isDone()) {
      finish(begun, Optional.empty());
    }
  }

  /// Waits for the commit, and lets the next one begin before it says what is in the last one: so
  /// the store is not without work while there is some.
  private void finish(Flight last, Optional<Batch> next) {
    if (!isDurable(last)) {
      return;
    }
    Optional<Batch> worthy = next.filter(this::isWorthACommit);
    flight = worthy.map(batch -> committer.begin(batch, atWork, List.of())).orElse(null);
    atWork = List.of();
    committer.release(last);
    next.ifPresent(Batch::settle);
    if (worthy.isEmpty()) {
      next.ifPresent(committer::release);
    }
    parts.outbox.pump(store.now(), flight != null);
  }

  private boolean isWorthACommit(Batch batch) {
    return batch.isWorthACommit(hasPolled || parts.outbox.isFull());
  }

  /// Whether it has happened. What conflicts is decided again; what was decided by what has not
  /// happened is put back, before.
  private boolean isDurable(Flight last) {
    try {
      boolean isKnown = committer.end(last);
      if (!isKnown) {
        putBack(last);
      }
      return isKnown;
    } catch (Conflict conflict) {
      putBack(last);
      again(conflict, last.ticks());
      return false;
    } catch (RuntimeException e) {
      putBack(last);
      throw e;
    }
  }

  /// What was decided ahead is to be decided again, after what it was decided by.
  private void putBack(Flight last) {
    flight = null;
    parts.dispatcher.rollback(last.learned());
    inbox.putBack(atWork);
    atWork = last.asked();
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

  /// The next batch, of what has arrived since, unless there is something to be looked after first.
  private Optional<Batch> ahead(Flight last) {
    try {
      Instant now = store.now();
      boolean isAwaited =
          !now.isBefore(nextPoll)
              || inbox.hasNews()
              || parts.outbox.isOwing()
              || parts.dispatcher.isUntidy();
      if (isAwaited || !last.batch().mayBeFollowed()) {
        return Optional.empty();
      }
      atWork = inbox.takeWhile(parts.handling::canBeAhead, limits.batch() - limits.owedShare());
      if (atWork.isEmpty()) {
        return Optional.empty();
      }
      parts.decider.trust(true);
      return Optional.of(filled(last.batch().next(now, parts.outbox.delivered()), List.of()));
    } catch (RuntimeException _) {
      // Be it a suspicion or the store's: it comes again when it is decided in its turn.
      parts.dispatcher.rollback(last.learned());
      inbox.putBack(atWork);
      atWork = List.of();
      hasMoreToGrant = true;
      return Optional.empty();
    }
  }

  /// A batch that is decided by what can be trusted.
  private Batch trusted(List<Due> ticks) {
    for (int suspicions = 0; ; suspicions++) {
      parts.decider.trust(suspicions < MOST_SUSPICIONS);
      try {
        return decided(ticks);
      } catch (Suspicion _) {
        parts.takeBack();
      }
    }
  }

  /// Decides again what has conflicted, one commit after another.
  private void again(Conflict first, List<Due> overdue) {
    Conflict conflict = first;
    List<Due> ticks = overdue;
    for (int tries = 1; ; tries++) {
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
      Batch batch = trusted(ticks);
      if (!isWorthACommit(batch)) {
        committer.release(batch);
        return;
      }
      try {
        Flight only = committer.begin(batch, atWork, ticks);
        if (committer.end(only)) {
          committer.release(only);
        }
        return;
      } catch (Conflict other) {
        conflict = other;
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
    return filled(new Batch(parts.cache, store.now(), parts.outbox.delivered()), ticks);
  }

  private Batch filled(Batch batch, List<Due> ticks) {
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
    if (flight != null) {
      flight.carried().await();
      atWork = Stream.concat(flight.asked().stream(), atWork.stream()).toList();
      flight = null;
    }
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
    committer.forgetDelivered();
  }

  List<Bounded> sizes() {
    List<Bounded> sizes = new ArrayList<>(inbox.sizes());
    sizes.add(new Bounded("Loop.atWork", atWork.size(), limits.batch()));
    sizes.addAll(parts.sizes());
    return sizes;
  }
}

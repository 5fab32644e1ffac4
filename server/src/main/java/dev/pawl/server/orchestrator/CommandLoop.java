package dev.pawl.server.orchestrator;

import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.QuarantinedRun;
import dev.pawl.server.dispatch.PagedCursor;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
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
/// A batch that conflicts with another orchestrator's, or that the store refuses, has a
/// [BatchRetry]. One whose outcome is unknown is asked about before anything else is done.
final class CommandLoop {

  /// Whatever others may have changed is looked at this often.
  private static final Duration POLL = Duration.ofSeconds(1);

  /// News of others are looked at at most this often.
  private static final Duration NEWS = Duration.ofMillis(20);

  private final OrchestratorLimits limits;
  private final Inbox inbox;
  private final LoopComponents parts;
  private final PagedCursor<DueRun> due;
  private final CommitPipeline committer;
  private final BatchBuilder deliberation;
  private final BatchRetry retrial;
  private final Store store;
  private Instant nextPoll = Instant.EPOCH;
  private Instant lastPoll = Instant.EPOCH;
  private List<LoopRequest> atWork = List.of();
  private @Nullable InFlightCommit flight;
  private boolean hasPolled;

  CommandLoop(
      OrchestratorIdentity identity,
      OrchestratorLimits limits,
      Inbox inbox,
      LoopComponents parts,
      CommitExecutor carrier) {
    this.limits = limits;
    this.due = new PagedCursor<>(DueRun.FIRST, limits.page());
    this.inbox = inbox;
    this.parts = parts;
    this.committer = new CommitPipeline(identity, parts, carrier, inbox::nudge);
    this.deliberation = new BatchBuilder(parts);
    this.retrial = new BatchRetry(inbox, parts, committer, deliberation);
    this.store = parts.store;
  }

  static StoreUnavailable busy() {
    return new StoreUnavailable("busy: too much is waiting; try again in 1 s");
  }

  boolean hasMore() {
    if (flight != null) {
      return true;
    }
    boolean canGrant = deliberation.hasMoreToGrant() || parts.attendance.hasNews();
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
    List<DueRun> ticks = poll(now);
    var work = new BatchInput(atWork, ticks, limits.batch());
    Batch batch = deliberation.trusted(work);
    if (!isWorthACommit(batch)) {
      committer.release(batch, atWork);
      parts.outbox.pump(now, false);
      return;
    }
    InFlightCommit begun =
        committer.begin(committer.propose(batch), work, inbox.isEmpty() && work.isSmall());
    flight = begun;
    atWork = List.of();
    hasPolled = false;
    if (begun.carried().isDone()) {
      finish(begun, Optional.empty());
    }
  }

  /// Waits for the commit, and lets the next one begin before it says what is in the last one: so
  /// the store is not without work while there is some.
  private void finish(InFlightCommit last, Optional<Batch> next) {
    Optional<CommitPipeline.Proposal> proposal =
        next.filter(this::isWorthACommit).map(committer::propose);
    if (!isDurable(last)) {
      return;
    }
    List<LoopRequest> ahead = atWork;
    flight = proposal.map(it -> committer.begin(it, ahead(ahead), false)).orElse(null);
    atWork = flight == null ? ahead : List.of();
    committer.release(last);
    next.ifPresent(Batch::settle);
    if (flight == null) {
      next.ifPresent(batch -> committer.release(batch, ahead));
      atWork = List.of();
    }
    parts.outbox.pump(store.now(), flight != null);
  }

  private boolean isWorthACommit(Batch batch) {
    return batch.isWorthACommit(hasPolled || parts.outbox.isFull());
  }

  /// Whether it has happened. What conflicts is decided again; what was decided by what has not
  /// happened is put back, before.
  private boolean isDurable(InFlightCommit last) {
    try {
      boolean isKnown = committer.end(last);
      if (!isKnown) {
        putBack(last);
      }
      return isKnown;
    } catch (CommitConflict conflict) {
      putBack(last);
      retry(() -> retrial.after(conflict, last.work()));
      return false;
    } catch (ConstraintViolation _) {
      putBack(last);
      retry(() -> retrial.afterRefusal(last.work()));
      return false;
    } catch (RuntimeException e) {
      putBack(last);
      throw e;
    }
  }

  /// What was decided ahead is to be decided again, after what it was decided by.
  private void putBack(InFlightCommit last) {
    flight = null;
    parts.dispatcher.rollback(last.learned());
    inbox.putBack(atWork);
    atWork = last.work().asked();
  }

  /// It looks after what is at work itself, unless it dies of an error.
  private void retry(Runnable trial) {
    try {
      trial.run();
    } catch (RuntimeException e) {
      atWork = List.of();
      throw e;
    }
    atWork = List.of();
  }

  private void resolve() {
    List<LoopRequest> undone = committer.resolve();
    if (!undone.isEmpty() && committer.isInVain()) {
      atWork = undone;
      var failure = new StoreUnavailable("the store breaks off every commit");
      abandon(failure);
      throw failure;
    }
    inbox.putBack(undone);
  }

  /// What other orchestrators, or time, may have changed; gives the runs that are due.
  private List<DueRun> poll(Instant now) {
    if (inbox.takeNews()) {
      nextPoll = earlier(nextPoll, lastPoll.plus(NEWS));
    }
    hasPolled = !now.isBefore(nextPoll);
    if (!hasPolled) {
      return List.of();
    }
    deliberation.servedSince(store.recordPresence(now));
    List<DueRun> overdue =
        due.next((last, most) -> store.dueRuns(now, last, most), Function.identity());
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
  private Optional<Batch> ahead(InFlightCommit last) {
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
      return Optional.of(deliberation.ahead(last, now, ahead(atWork)));
    } catch (RuntimeException _) {
      inbox.putBack(atWork);
      atWork = List.of();
      return Optional.empty();
    }
  }

  private BatchInput ahead(List<LoopRequest> asked) {
    return new BatchInput(asked, List.of(), limits.batch());
  }

  /// Nobody is told anything but that it failed: persons ask again, agents say it again, and
  /// effects are found again.
  private void abandon(RuntimeException why) {
    committer.untold().forEach(asked -> asked.fail(why));
    if (flight != null) {
      flight.carried().await();
      atWork = Stream.concat(flight.work().asked().stream(), atWork.stream()).toList();
      flight = null;
    }
    parts.abandon(atWork, why);
    atWork = List.of();
  }

  /// Whether it is not known what became of the last commit.
  boolean isUncertain() {
    return committer.isOpen();
  }

  /// Waits for what is being committed, and tells whom it may concern.
  void land() {
    if (flight != null) {
      try {
        finish(flight, Optional.empty());
      } catch (RuntimeException e) {
        abandon(e);
      }
    }
  }

  /// Nothing more is decided: whoever still waits is told why. What had been begun may have
  /// happened.
  void end(String why) {
    var unknown = new CommitOutcomeUnknown(why + "; it is not known whether it has happened");
    committer.untold().forEach(asked -> asked.fail(unknown));
    committer.uncertain().forEach(asked -> asked.fail(unknown));
    if (flight != null) {
      flight.work().asked().forEach(asked -> asked.fail(unknown));
    }
    atWork.forEach(asked -> asked.fail(unknown));
    inbox.take(Integer.MAX_VALUE).forEach(asked -> asked.fail(new StoreUnavailable(why)));
  }

  List<QuarantinedRun> quarantined() {
    return parts.decider.quarantined();
  }

  void settle() {
    committer.forgetDelivered();
  }

  List<BoundedSize> sizes() {
    List<BoundedSize> sizes = new ArrayList<>(inbox.sizes());
    sizes.add(new BoundedSize("CommandLoop.atWork", atWork.size(), limits.batch()));
    sizes.addAll(committer.sizes(limits.batch()));
    sizes.addAll(parts.sizes());
    return sizes;
  }
}

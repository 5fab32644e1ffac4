package dev.pawl.server.orchestrator;

import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.ConstraintViolation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/// Decides again what did not become durable, one commit after another. Owned by the loop.
///
/// What conflicts with another orchestrator is decided from the newest state; what keeps
/// conflicting is halved, until what conflicts is alone and is told to come back.
///
/// What the store refuses is decided anew, in case that what was cached is why, and then halved
/// until what it refuses is alone: that run is quarantined, and all the others go on.
final class BatchRetry {

  private static final int MOST_TRIES = 5;

  private final Inbox inbox;
  private final LoopComponents parts;
  private final CommitPipeline committer;
  private final BatchBuilder deliberation;

  BatchRetry(
      Inbox inbox, LoopComponents parts, CommitPipeline committer, BatchBuilder deliberation) {
    this.inbox = inbox;
    this.parts = parts;
    this.committer = committer;
    this.deliberation = deliberation;
  }

  /// Somebody else was faster.
  void after(CommitConflict conflict, BatchInput work) {
    learn(conflict);
    untilItStands(work);
  }

  /// The store refuses something of it.
  void afterRefusal(BatchInput work) {
    parts.takeBack();
    untilItStands(work);
  }

  /// What is still to be decided when an outcome is unknown, or the store is away, goes back to
  /// where it came from.
  private void untilItStands(BatchInput work) {
    Deque<BatchInput> left = new ArrayDeque<>();
    left.push(work);
    try {
      while (!left.isEmpty() && !committer.isOpen()) {
        again(left.pop(), left);
      }
    } finally {
      putBack(left);
    }
  }

  private void again(BatchInput work, Deque<BatchInput> left) {
    try {
      for (int tries = 1; ; tries++) {
        Batch batch = deliberation.trusted(work);
        try {
          commit(batch, work);
          return;
        } catch (CommitConflict conflict) {
          learn(conflict);
          if (tries >= MOST_TRIES) {
            giveWay(work, left);
            return;
          }
        } catch (ConstraintViolation refused) {
          parts.takeBack();
          narrow(work, batch, refused, left);
          return;
        }
      }
    } catch (RuntimeException e) {
      parts.abandon(work.asked(), e);
      throw e;
    }
  }

  private void commit(Batch batch, BatchInput work) {
    if (!batch.isWorthACommit(false)) {
      committer.release(batch, work.asked());
      return;
    }
    InFlightCommit only = committer.begin(committer.propose(batch), work, true);
    if (committer.end(only)) {
      committer.release(only);
    }
  }

  private void learn(CommitConflict conflict) {
    parts.dispatcher.rollback();
    parts.links.forgetNumbers();
    for (CommitConflict.AggregateKey moved : conflict.aggregates()) {
      parts.cache.dispute(moved);
      if (moved.kind() == Kind.AGENT && parts.dispatcher.isLinked(moved.key())) {
        parts.dispatcher.reload(moved.key());
      }
    }
  }

  /// Less of it may stand. The rest waits for the next turn, which may have to look after something
  /// else first.
  private void giveWay(BatchInput work, Deque<BatchInput> left) {
    List<LoopRequest> asked = work.asked();
    if (asked.size() <= 1) {
      parts.abandon(asked, CommandLoop.busy());
      return;
    }
    putBack(left);
    int half = asked.size() / 2;
    inbox.putBack(asked.subList(half, asked.size()));
    left.push(work.of(asked.subList(0, half)));
  }

  /// One of the two halves has the culprit; or this is the culprit, and it is decided again without
  /// its run, for whoever asked is to be told.
  private void narrow(
      BatchInput work, Batch batch, ConstraintViolation refused, Deque<BatchInput> left) {
    if (work.size() > 1) {
      left.push(work.secondHalf());
      left.push(work.firstHalf());
      return;
    }
    Set<RunId> runs = batch.runs();
    if (runs.size() == 1 && parts.decider.quarantine(runs.iterator().next(), refused)) {
      left.push(work);
    } else {
      // An agent's word about several runs, or about none: the culprit among them, if there is one,
      // is found when its own time comes.
      parts.abandon(work.asked(), refused);
    }
  }

  private void putBack(Deque<BatchInput> left) {
    inbox.putBack(left.stream().flatMap(work -> work.asked().stream()).toList());
    left.clear();
  }
}

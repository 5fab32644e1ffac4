package dev.pawl.server.orchestrator;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.UnreadableRow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides again the input of a batch that could not be committed, one commit after another. Owned
/// by the loop.
///
/// Input that conflicts with another orchestrator is decided from the newest state. If it keeps
/// conflicting it is bisected, until a request that conflicts is alone and is rejected as busy.
///
/// Input that the store rejects is decided from the newest state too, in case the cache is why, and
/// then bisected until the culprit is alone: its run is quarantined, and all the others go on. So
/// is input that needs a row that cannot be read; that of a run is found before, when it is loaded.
final class BatchRetry {

  private static final Logger LOG = LoggerFactory.getLogger(BatchRetry.class);
  private static final int MOST_TRIES = 5;

  private final Inbox inbox;
  private final LoopMemory memory;
  private final BatchBuilder builder;
  private final CommitPipeline pipeline;

  BatchRetry(Inbox inbox, LoopMemory memory, BatchBuilder builder, CommitPipeline pipeline) {
    this.inbox = inbox;
    this.memory = memory;
    this.builder = builder;
    this.pipeline = pipeline;
  }

  /// Retries after a conflict with another orchestrator.
  void retry(BatchInput input, CommitConflict conflict) {
    memory.refresh(conflict);
    retry(input);
  }

  /// Retries after the store has rejected a row.
  void retry(BatchInput input, ConstraintViolation violation) {
    memory.discard();
    retry(input);
  }

  /// Retries after a row was read that nothing can be decided by.
  void retry(BatchInput input, UnreadableRow unreadable) {
    memory.discard();
    retry(input);
  }

  /// Requests that are left when an outcome is unknown, or the store is away, go back to the inbox.
  private void retry(BatchInput input) {
    Deque<BatchInput> left = new ArrayDeque<>();
    left.push(input);
    try {
      while (!left.isEmpty() && !(pipeline.state() instanceof CommitPipeline.OutcomeUnknown)) {
        decide(left.pop(), left);
      }
    } finally {
      putBack(left);
    }
  }

  private void decide(BatchInput input, Deque<BatchInput> left) {
    try {
      for (int tries = 1; ; tries++) {
        Batch batch = builder.build(input);
        try {
          commit(batch, input);
          return;
        } catch (CommitConflict conflict) {
          memory.refresh(conflict);
          if (tries >= MOST_TRIES) {
            bisectConflict(input, left);
            return;
          }
        } catch (ConstraintViolation violation) {
          memory.discard();
          bisectViolation(input, batch, violation, left);
          return;
        }
      }
    } catch (UnreadableRow e) {
      bisectUnreadable(input, e, left);
    } catch (RuntimeException e) {
      builder.abandon(input.requests(), e);
      throw e;
    }
  }

  private void commit(Batch batch, BatchInput input) {
    if (!batch.isWorthACommit(false)) {
      pipeline.release(batch, input.requests());
      return;
    }
    var only = pipeline.begin(pipeline.propose(batch), input, true);
    if (pipeline.await(only)) {
      pipeline.release(only);
    }
  }

  /// Continues with the first half. The rest waits for the next turn, which may have to resolve
  /// something else first.
  private void bisectConflict(BatchInput input, Deque<BatchInput> left) {
    List<LoopRequest> requests = input.requests();
    if (requests.size() <= 1) {
      builder.abandon(requests, CommandLoop.busy());
      return;
    }
    putBack(left);
    int half = requests.size() / 2;
    inbox.putBack(requests.subList(half, requests.size()));
    left.push(input.with(requests.subList(0, half)));
  }

  /// Continues with both halves, of which one has the culprit; or with the culprit itself, whose
  /// run is quarantined, so that its requester gets the reason.
  private void bisectViolation(
      BatchInput input, Batch batch, ConstraintViolation violation, Deque<BatchInput> left) {
    if (input.size() > 1) {
      left.push(input.secondHalf());
      left.push(input.firstHalf());
      return;
    }
    Set<RunId> runs = batch.runs();
    if (runs.size() == 1 && builder.quarantine(runs.iterator().next(), violation)) {
      left.push(input);
    } else {
      // A message of an agent about several runs, or none: the culprit among them, if there is one,
      // is found when a request of its own comes.
      builder.abandon(input.requests(), violation);
    }
  }

  /// Continues with both halves; or gives up the request that needs the row, or the deadline, which
  /// the next poll finds again.
  private void bisectUnreadable(BatchInput input, UnreadableRow e, Deque<BatchInput> left) {
    if (input.size() > 1) {
      memory.discard();
      left.push(input.secondHalf());
      left.push(input.firstHalf());
    } else {
      LOG.atError().setCause(e).log("nothing can be decided by a row");
      builder.abandon(input.requests(), e);
    }
  }

  private void putBack(Deque<BatchInput> left) {
    inbox.putBack(left.stream().flatMap(input -> input.requests().stream()).toList());
    left.clear();
  }
}
